// Each task writes its number into the next one's connection, and receives its neighbour's from its own.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;

sealed class Workload : Work {
    const long NapNs = 200000;

    Socket[] writers;
    NetworkStream[] readers;
    int[] right;
    long sweeps;

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        writers = new Socket[pieces.Length];
        readers = new NetworkStream[pieces.Length];
        right = new int[pieces.Length];
        sweeps = words.Integer("steps", 1);
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        for (int index = 0; index < pieces.Length; index++) {
            writers[index] = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            writers[index].Connect(listener.LocalEndpoint);
            readers[index] = new NetworkStream(listener.AcceptSocket(), true);
        }
        listener.Stop();
    }

    public override async Task Operate(Piece piece, Meter meter) {
        int pieces = right.Length;
        var received = new byte[sizeof(long)];
        await meter.Sleep(NapNs);
        writers[(piece.Index + 1) % pieces].Send(BitConverter.GetBytes((long)piece.Index));
        int count = await meter.Receive(readers[piece.Index], received);
        long expected = (piece.Index + pieces - 1) % pieces;
        right[piece.Index] += count == received.Length && BitConverter.ToInt64(received, 0) == expected ? 1 : 0;
        meter.Ops++;
    }

    public override Answer Check() {
        var answer = new Answer { Expected = right.Length * sweeps + " numbers", Found = right.Sum() + " numbers" };
        Array.Clear(right, 0, right.Length);
        return answer;
    }
}
