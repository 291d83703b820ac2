// Each task sends its number around through all tasks, and hands on what it receives until its own is back.
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
        int pieces = right.Length, received = 0;
        byte[] number = BitConverter.GetBytes((long)piece.Index);
        await meter.Sleep(NapNs);
        for (int hop = 0; hop < pieces; hop++) {
            writers[(piece.Index + 1) % pieces].Send(number);
            received += await meter.Receive(readers[piece.Index], number);
        }
        bool back = received == pieces * number.Length && BitConverter.ToInt64(number, 0) == piece.Index;
        right[piece.Index] += back ? 1 : 0;
        meter.Ops++;
    }

    public override Answer Check() {
        var answer = new Answer { Expected = right.Length * sweeps + " numbers", Found = right.Sum() + " numbers" };
        Array.Clear(right, 0, right.Length);
        return answer;
    }
}
