// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_MODULE_H_
#define HLO_MODULE_H_

#include <memory>

namespace hlo {
class Module;
}

// Out of line, so that a module can be owned where its definition is not known.
template <>
struct std::default_delete<hlo::Module> {
  void operator()(hlo::Module* module) const noexcept;
};

namespace hlo {

// A whole program: what a builder makes (hlo/builder.h) and api::Program::FromModule() takes.
using ModulePtr = std::unique_ptr<Module>;

}  // namespace hlo

#endif  // HLO_MODULE_H_
