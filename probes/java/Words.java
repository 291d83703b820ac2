// The key=value words a probe is started with; remembers which of them somebody asked for.
// SPDX-License-Identifier: Apache-2.0

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

final class Words {
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();

    Words(String[] words) {
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 0)
                throw new Refused("expected key=value words, found " + word);
            values.put(word.substring(0, equals), word.substring(equals + 1));
        }
    }

    String text(String name, String otherwise) {
        used.add(name);
        return values.getOrDefault(name, otherwise);
    }

    long integer(String name, long otherwise) {
        String text = text(name, Long.toString(otherwise));
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notOne) {
            throw new Refused(name + ": expected a whole number, found " + text);
        }
    }

    long integer(String name, long otherwise, long least) {
        long value = integer(name, otherwise);
        if (value < least)
            throw new Refused(name + ": expected " + least + " or more, found " + value);
        return value;
    }

    /** The same, for what an array or a loop of Java can be long. */
    int count(String name, int otherwise, int least) {
        long value = integer(name, otherwise, least);
        if (value > Integer.MAX_VALUE)
            throw new Refused(name + ": expected " + Integer.MAX_VALUE + " or less, found " + value);
        return (int) value;
    }

    /** One of the choices; the first where the word is not given. */
    String oneOf(String name, String... choices) {
        String value = text(name, choices[0]);
        for (String choice : choices)
            if (choice.equals(value))
                return value;
        throw new Refused(name + ": this probe does not know " + value);
    }

    void refuseUnused() {
        for (String name : values.keySet())
            if (!used.contains(name))
                throw new Refused("unknown word " + name);
    }
}
