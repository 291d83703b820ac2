// Every call that a workload may use or offer, each of them counted.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;

sealed class Workload : Work {
    const long NapNs = 200000;
    const int Rest = 3;

    long[] done, early, garbled;
    long sweeps, between, armed, disarmed;

    public override void Prepare(Words words, Piece[] pieces, int degree) {
        done = new long[pieces.Length];
        early = new long[pieces.Length];
        garbled = new long[pieces.Length];
        sweeps = words.Integer("steps", 1);
        foreach (Piece piece in pieces) {
            piece.Role = piece.Index % 2;
            piece.Size = piece.Index + 1;
        }
    }

    public override async Task Operate(Piece piece, Meter meter) {
        do {
            if (piece.Role == 1) {
                await Nap(piece, meter);
                await Post(piece, meter);
            }
            meter.Ops += piece.Size;
        } while (!meter.Stop());
        done[piece.Index]++;
    }

    async Task Nap(Piece piece, Meter meter) {
        long start = meter.Now();
        await meter.Sleep(NapNs);
        long elapsed = meter.Now() - start;
        early[piece.Index] += elapsed < NapNs ? 1 : 0;
        meter.Sample(elapsed);
    }

    // Its number and a little more, through a connection that then ends.
    async Task Post(Piece piece, Meter meter) {
        byte[] first = new byte[sizeof(long)], second = new byte[sizeof(long)];
        int whole, rest;
        using (NetworkStream end = Ending(BitConverter.GetBytes((long)piece.Index), new byte[Rest])) {
            whole = await meter.Receive(end, first);
            rest = await meter.Receive(end, second);
        }
        bool right = whole == first.Length && BitConverter.ToInt64(first, 0) == piece.Index && rest == Rest;
        garbled[piece.Index] += right ? 0 : 1;
    }

    static NetworkStream Ending(params byte[][] parts) {
        using (Socket listener = Unconnected(), writer = Unconnected()) {
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen(1);
            writer.Connect(listener.LocalEndPoint);
            var reader = new NetworkStream(listener.Accept(), true);
            foreach (byte[] part in parts)
                writer.Send(part);
            return reader;
        }
    }

    static Socket Unconnected() {
        return new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    }

    public override void Between(int step) {
        between += step == between ? 1 : 0; // counted in their order
    }

    public override void Arm() {
        armed++;
    }

    public override void Disarm() {
        disarmed++;
    }

    public override Answer Check() {
        long right = 0, most = 0;
        for (int index = 0; index < done.Length; index++) {
            right += done[index] == sweeps && early[index] + garbled[index] == 0 ? 1 : 0;
            most = Math.Max(most, done[index]);
            done[index] = early[index] = garbled[index] = 0;
        }
        string expected = Told(done.Length, sweeps, sweeps - 1, 1);
        string found = Told(right, most, between, armed == disarmed ? armed : -1);
        between = armed = disarmed = 0;
        return new Answer { Expected = expected, Found = found };
    }

    static string Told(long tasks, long sweeps, long between, long armed) {
        return tasks + " tasks, " + sweeps + " sweeps, " + between + " between, armed " + armed + " times";
    }
}
