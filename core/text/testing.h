// SPDX-License-Identifier: Apache-2.0
// For unit tests of the reader: turns text into the positions and codes of its diagnostics.
#ifndef HLO_CORE_TEXT_TESTING_H_
#define HLO_CORE_TEXT_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/text/text.h"

namespace hlo::text_testing {

// "line:column", in bytes from 1.
std::string Place(std::string_view text, uint32_t offset);

// "4:15 P02" for each diagnostic, in order, joined by ", ". Empty for valid text.
std::string Faults(std::string_view text, const ParseOptions& options = {});

std::string Messages(std::string_view text);

// The module of a valid text.
std::unique_ptr<Module> Valid(std::string_view text);

// An entry computation around instructions; its first line is line 2 of the text.
std::string Entry(const std::string& lines);

// The diagnostics of an incomplete line between complete ones.
std::string Unfinished(const std::string& line);

const Instruction& Find(const Module& module, std::string_view name);

std::string ReadFile(const std::string& path);

}  // namespace hlo::text_testing

#endif  // HLO_CORE_TEXT_TESTING_H_
