// Receives from what is closed.
// SPDX-License-Identifier: Apache-2.0
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;

sealed class Workload : Work {
    public override void Prepare(Words words, Piece[] pieces, int degree) {}

    public override Task Operate(Piece piece, Meter meter) {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Connect(listener.LocalEndpoint);
        var stream = new NetworkStream(socket, true);
        stream.Close();
        return meter.Receive(stream, new byte[1]);
    }

    public override Answer Check() {
        return new Answer();
    }
}
