// The key=value words a probe is started with. What it cannot use it refuses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// The probe understood, but cannot do what was asked.
class Refused : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Words {
  public:
    Words(int argc, char **argv) {
        for (std::string_view word : std::vector<std::string_view>(argv + 1, argv + argc)) {
            auto equals = word.find('=');
            if (equals == word.npos)
                throw Refused("expected key=value words, found " + std::string(word));
            words_.push_back({std::string(word.substr(0, equals)), std::string(word.substr(equals + 1))});
        }
    }

    std::string text(std::string_view name, std::string_view otherwise) {
        for (Word &word : words_)
            if (word.name == name) {
                word.used = true;
                return word.value;
            }
        return std::string(otherwise);
    }

    std::int64_t integer(std::string_view name, std::int64_t otherwise,
                         std::int64_t least = std::numeric_limits<std::int64_t>::min()) {
        std::string found = text(name, std::to_string(otherwise));
        std::int64_t value = 0;
        auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
        if (error != std::errc() || end != found.data() + found.size())
            throw Refused(std::string(name) + ": expected a whole number, found " + found);
        if (value < least)
            throw Refused(std::string(name) + ": expected " + std::to_string(least) + " or more, found " + found);
        return value;
    }

    int count(std::string_view name, int otherwise, int least) {
        std::int64_t value = integer(name, otherwise, least);
        if (value > std::numeric_limits<int>::max())
            throw Refused(std::string(name) + ": expected a smaller number, found " + std::to_string(value));
        return static_cast<int>(value);
    }

    // The place of the word's value in `choices`; 0 where the word is missing.
    int choice(std::string_view name, std::initializer_list<std::string_view> choices) {
        std::string found = text(name, *choices.begin());
        int place = 0;
        for (std::string_view each : choices) {
            if (each == found)
                return place;
            place++;
        }
        throw Refused(std::string(name) + ": this probe does not know " + found);
    }

    void refuse_unused() const {
        for (const Word &word : words_)
            if (!word.used)
                throw Refused("unknown word " + word.name);
    }

  private:
    struct Word {
        std::string name, value;
        bool used = false; // somebody asked for it
    };
    std::vector<Word> words_;
};
