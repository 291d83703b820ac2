// SPDX-License-Identifier: Apache-2.0
// A command made ready once per request: file found, argv and environment laid out.
#pragma once

#include <string>
#include <vector>

#include "request.hpp"

namespace assay {

class Program {
  public:
    Program() = default;
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;
    ~Program();

    // Returns what stands in the way ("not found", "not executable", ...), empty when nothing does.
    std::string prepare(Request &request);

    const char *path() const { return path_.c_str(); }
    char *const *arguments() const { return arguments_; }
    char *const *environment() const { return environment_; }
    int folder() const { return folder_; } // -1 = the launcher's own

  private:
    std::string open_folder(const char *cwd);
    std::string find(const char *name);
    std::string search_path(const char *name);
    void lay_out_environment(Request &request);
    const char *variable(std::string_view name) const;

    std::string path_;
    std::string padding_;
    char *const *arguments_ = nullptr;
    char *const *environment_ = nullptr;
    int folder_ = -1;
};

// Words for an execve that failed although the file was found and executable.
std::string explain_exec_failure(int error);

} // namespace assay
