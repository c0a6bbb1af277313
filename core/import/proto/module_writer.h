// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_PROTO_MODULE_WRITER_H_
#define HLO_CORE_IMPORT_PROTO_MODULE_WRITER_H_

#include <string>

#include "core/base/result.h"
#include "core/ir/module.h"

namespace hlo::proto {

// A valid module as HloModuleProto. What the messages have no field for is kept as text in fields
// that other readers skip (fields.h), so that nothing is lost. Error I07: an element type that
// protobufs do not have; I09: a constant whose value the text elides.
Result<std::string> WriteModule(const Module& module);

}  // namespace hlo::proto

#endif  // HLO_CORE_IMPORT_PROTO_MODULE_WRITER_H_
