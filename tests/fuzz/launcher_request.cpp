// SPDX-License-Identifier: Apache-2.0
// For libFuzzer (scripts/fuzz_launcher.sh): any bytes as the fields of a request are read, or refused in words.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "../../launcher/request.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    std::string text(reinterpret_cast<const char *>(data), size);
    const std::string before = text;
    assay::Request request;
    const std::string problem = assay::read_fields(request, text);
    if (!problem.empty())
        return 0;
    // What was read points into the text, and ends there.
    for (const auto *list : {&request.arguments, &request.environment})
        for (const char *word : *list)
            if (word < text.data() || word + std::strlen(word) > text.data() + text.size())
                std::abort();
    if (request.repeat == 0 || (request.policy < -1) || request.nice < -20 || request.nice > 19)
        std::abort();
    (void)assay::contradiction(request);
    return 0;
}
