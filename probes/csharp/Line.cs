// One message, as a line of JSON. Written by hand: neither runtime brings a library for it that the other has too.
// SPDX-License-Identifier: Apache-2.0
using System.Collections.Generic;
using System.Globalization;
using System.Text;

sealed class Line {
    readonly StringBuilder text = new StringBuilder("{");

    public Line(string kind) {
        Put("kind", kind);
    }

    public Line Put(string key, long value) {
        Key(key).Append(value);
        return this;
    }

    public Line Put(string key, bool value) {
        Key(key).Append(value ? "true" : "false");
        return this;
    }

    public Line Put(string key, string value) {
        Key(key);
        Quote(value);
        return this;
    }

    // To one decimal place.
    public Line Put(string key, double value) {
        Key(key).Append(value.ToString("F1", CultureInfo.InvariantCulture));
        return this;
    }

    // A column, each value counted from `since`.
    public Line Put(string key, IEnumerable<long> values, long since) {
        string comma = "";
        Key(key).Append('[');
        foreach (long value in values) {
            text.Append(comma).Append(value - since);
            comma = ",";
        }
        text.Append(']');
        return this;
    }

    // What follows is in an object of its own, until `Close`.
    public Line Open(string key) {
        Key(key).Append('{');
        return this;
    }

    public Line Close() {
        text.Append('}');
        return this;
    }

    StringBuilder Key(string key) {
        if (text[text.Length - 1] != '{')
            text.Append(',');
        Quote(key);
        return text.Append(':');
    }

    void Quote(string value) {
        text.Append('"');
        foreach (char one in value) {
            if (one == '"' || one == '\\')
                text.Append('\\').Append(one);
            else if (one < ' ')
                text.Append("\\u").Append(((int)one).ToString("x4"));
            else
                text.Append(one);
        }
        text.Append('"');
    }

    public override string ToString() {
        return text + "}\n";
    }
}
