// One message, as a line of JSON. Written by hand: a library would take longer to load than the work may take.
// SPDX-License-Identifier: Apache-2.0

final class Line {
    private final StringBuilder text = new StringBuilder();

    Line(String kind) {
        text.append('{');
        put("kind", kind);
    }

    Line put(String key, long value) {
        key(key).append(value);
        return this;
    }

    Line put(String key, boolean value) {
        key(key).append(value);
        return this;
    }

    Line put(String key, String value) {
        key(key);
        quote(value);
        return this;
    }

    /** To one decimal place. */
    Line put(String key, double value) {
        key(key).append(Math.round(value * 10) / 10.0);
        return this;
    }

    /** A column, each value counted from `since`. */
    Line put(String key, long[] values, long since) {
        key(key).append('[');
        for (int i = 0; i < values.length; i++)
            (i == 0 ? text : text.append(',')).append(values[i] - since);
        text.append(']');
        return this;
    }

    /** What follows is in an object of its own, until `close`. */
    Line open(String key) {
        key(key).append('{');
        return this;
    }

    Line close() {
        text.append('}');
        return this;
    }

    private StringBuilder key(String key) {
        if (text.charAt(text.length() - 1) != '{')
            text.append(',');
        quote(key);
        return text.append(':');
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char one = value.charAt(i);
            if (one == '"' || one == '\\')
                text.append('\\').append(one);
            else if (one < ' ')
                text.append("\\u00").append(Character.forDigit(one >> 4, 16)).append(Character.forDigit(one & 15, 16));
            else
                text.append(one);
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text + "}\n";
    }
}
