// JSON lines, gathered and written together at the end, so that nobody wakes up to read them between iterations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

// One object; as a member of another one where it has no kind.
class Message {
  public:
    Message() = default;
    explicit Message(std::string_view kind) { with("kind", kind); }

    template <class Value> Message &with(std::string_view name, const Value &value) {
        text_ += text_.empty() ? "{\"" : ",\"";
        text_.append(name).append("\":");
        put(value);
        return *this;
    }
    std::string text() const { return text_ + "}"; }

  private:
    template <class Value> void put(const Value &value) {
        if constexpr (std::same_as<Value, bool>)
            text_ += value ? "true" : "false";
        else if constexpr (std::integral<Value>)
            text_ += std::to_string(value);
        else if constexpr (std::floating_point<Value>)
            put_tenths(value);
        else if constexpr (std::same_as<Value, Message>)
            text_ += value.text();
        else if constexpr (std::convertible_to<Value, std::string_view>)
            put_text(value);
        else
            put_all(value);
    }
    void put_text(std::string_view text) {
        text_ += '"';
        for (char one : text) {
            if (static_cast<unsigned char>(one) < ' ') {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(one));
                text_ += escape;
                continue;
            }
            if (one == '"' || one == '\\')
                text_ += '\\';
            text_ += one;
        }
        text_ += '"';
    }
    void put_tenths(double value) {
        char number[64];
        std::snprintf(number, sizeof number, "%.1f", value);
        text_ += number;
    }
    template <class Values> void put_all(const Values &values) {
        std::string_view comma;
        text_ += '[';
        for (const auto &value : values) {
            text_.append(comma);
            put(value);
            comma = ",";
        }
        text_ += ']';
    }

    std::string text_;
};

class Output {
  public:
    void say(const Message &message) { lines_ += message.text() + "\n"; }

    bool flush() {
        bool written = std::fwrite(lines_.data(), 1, lines_.size(), stdout) == lines_.size();
        lines_.clear();
        return std::fflush(stdout) == 0 && written;
    }

  private:
    std::string lines_;
};
