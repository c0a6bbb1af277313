// SPDX-License-Identifier: Apache-2.0
// The man page and the completion scripts, made of the command table.
#ifndef HLO_NATIVE_MANUAL_H_
#define HLO_NATIVE_MANUAL_H_

#include <string>

namespace hlo::cli {

std::string ManPage();
std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace hlo::cli

#endif  // HLO_NATIVE_MANUAL_H_
