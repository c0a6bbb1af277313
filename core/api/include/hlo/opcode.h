// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_OPCODE_H_
#define HLO_OPCODE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo {

enum class Opcode : uint8_t {
#define HLO_OPCODE(id, text) id,
#include "hlo/opcode_list.def"
#undef HLO_OPCODE
};

// The names of opcode_list.def, by opcode.
inline constexpr std::array kOpcodeNames = {
#define HLO_OPCODE(id, text) std::string_view(text),
#include "hlo/opcode_list.def"
#undef HLO_OPCODE
};

inline constexpr size_t kOpcodeCount = kOpcodeNames.size();

constexpr size_t IndexOf(Opcode opcode) { return static_cast<size_t>(opcode); }

// The spelling in HLO text: "pad".
constexpr std::string_view OpcodeName(Opcode opcode) { return kOpcodeNames[IndexOf(opcode)]; }

// nullopt if the text is not an opcode.
std::optional<Opcode> FindOpcode(std::string_view name);

}  // namespace hlo

#endif  // HLO_OPCODE_H_
