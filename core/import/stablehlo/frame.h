// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_IMPORT_STABLEHLO_FRAME_H_
#define HLO_CORE_IMPORT_STABLEHLO_FRAME_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/import/mlir/tree.h"
#include "hlo/literal.h"
#include "hlo/shape.h"

namespace hlo::stablehlo {

// A shape and its text; lives as long as the converter.
struct HloShape {
  Shape shape;
  std::string text;
};

// The elements of a small integer array that follow from the text (imports reference 5).
using Known = std::shared_ptr<const std::vector<int64_t>>;

// What an MLIR value is in the computation being written.
struct Bound {
  std::string name;  // of the instruction; empty while none is written
  const HloShape* shape = nullptr;
  const mlir::Op* constant = nullptr;  // written at its first use
  Known known;
  bool failed = false;  // what it stands for could not be converted; a diagnostic has the reason
};

// An operand of an instruction.
struct Operand {
  std::string name;
  const HloShape* shape = nullptr;
};

// A parameter of a computation, and the argument of the function that it is.
struct Parameter {
  const HloShape* shape = nullptr;
  size_t argument = 0;
};

// One computation being written.
struct Frame {
  std::string name;
  std::string function;  // that it is a part of; names of bodies begin with it
  const mlir::Region* region = nullptr;
  Frame* around = nullptr;        // of the op that has the region; null for a function
  std::string text;               // the instructions
  std::vector<SourceMark> marks;  // one an instruction
  std::vector<std::pair<uint32_t, std::shared_ptr<const Literal>>> constants;  // left out of text
  std::unordered_map<std::string, uint32_t> lines;  // instruction -> its mark
  std::unordered_map<std::string, int> suffixes;    // the last one of a name, if there are any
  std::unordered_map<const mlir::Value*, Bound> bound;
  std::vector<Parameter> parameters;  // of a function
  std::string execution_thread;       // empty: that of the module

  // `wanted` as an instruction name that is free here, which is then in use.
  std::string Claim(std::string_view wanted);
  // Ends the text with an instruction as root.
  void MakeRoot(const std::string& instruction);
  // At the end of the text of an instruction: ", name=value".
  void AddAttributes(const std::string& instruction, std::string_view attributes);
  bool HasSharding(const std::string& instruction) const;

 private:
  // Into the text of the instruction on this line.
  void Insert(uint32_t line, uint32_t place, std::string_view added);
};

// An MLIR name as HLO name: "%12" -> "v12", "%cst_0" -> "cst_0".
std::string HloName(std::string_view name);
// Words that HLO text reads as something else, unless they are written with "%".
bool IsReservedWord(std::string_view name);

}  // namespace hlo::stablehlo

#endif  // HLO_CORE_IMPORT_STABLEHLO_FRAME_H_
