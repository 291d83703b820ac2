// The key=value words a probe is started with; remembers which of them somebody asked for.
// SPDX-License-Identifier: Apache-2.0
using System;
using System.Collections.Generic;
using System.Globalization;

// The probe understood, but cannot do what was asked.
sealed class Refused : Exception {
    public Refused(string reason) : base(reason) {}
}

sealed class Words {
    readonly Dictionary<string, string> values = new Dictionary<string, string>();
    readonly HashSet<string> used = new HashSet<string>();

    public Words(string[] words) {
        foreach (string word in words) {
            int equals = word.IndexOf('=');
            if (equals < 0)
                throw new Refused("expected key=value words, found " + word);
            values[word.Substring(0, equals)] = word.Substring(equals + 1);
        }
    }

    public string Text(string name, string otherwise) {
        string value;
        used.Add(name);
        return values.TryGetValue(name, out value) ? value : otherwise;
    }

    public long Integer(string name, long otherwise) {
        long value;
        string text = Text(name, null);
        if (text == null)
            return otherwise;
        if (!long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value))
            throw new Refused(name + ": expected a whole number, found " + text);
        return value;
    }

    public long Integer(string name, long otherwise, long least) {
        long value = Integer(name, otherwise);
        if (value < least)
            throw new Refused(name + ": expected " + least + " or more, found " + value);
        return value;
    }

    // The same, for what an array can be long.
    public int Count(string name, int otherwise, int least) {
        long value = Integer(name, otherwise, least);
        if (value > int.MaxValue)
            throw new Refused(name + ": expected " + int.MaxValue + " or less, found " + value);
        return (int)value;
    }

    // One of the choices; the first where the word is not given.
    public string OneOf(string name, params string[] choices) {
        string value = Text(name, choices[0]);
        if (Array.IndexOf(choices, value) < 0)
            throw new Refused(name + ": this probe does not know " + value);
        return value;
    }

    public void RefuseUnused() {
        foreach (string name in values.Keys)
            if (!used.Contains(name))
                throw new Refused("unknown word " + name);
    }
}
