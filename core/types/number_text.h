// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_TYPES_NUMBER_TEXT_H_
#define HLO_CORE_TYPES_NUMBER_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "hlo/element_type.h"

namespace hlo {

// One element as JSON (formats, section 3), read from / written to its storage bytes: 3, -0.0,
// "nan", "-inf", "nan:0x7fc00001", true, [re, im], "9223372036854775807". Floats are the shortest
// decimal that reads back to the same value of that type; integers below 2^53 are written in full.
// The canonical NaN of either sign is "nan", because the sign of a computed NaN depends on the
// machine; others are "nan:0x..." (all bits). `exact_nan` keeps the sign. Integers beyond 2^53 are
// strings.
void AppendJsonElement(ElementType type, const void* element, std::string& out,
                       bool exact_nan = false);

// One element as printed in HLO constants (hlo-text reference, section 8.6): 6 significant digits
// for f32 if they read back, else 9, and so on. `in_array` writes pred as 1/0.
void AppendHloElement(ElementType type, const void* element, bool in_array, std::string& out);

// One element for display: the shortest decimal that reads back, inf, nan, -0, true.
void AppendShortElement(ElementType type, const void* element, std::string& out);

// Correctly rounded decimal -> double; the text is a JSON or HLO number, inf, -inf, nan or -nan.
// Infinity on overflow. nullopt if it is not a number.
std::optional<double> ParseDouble(std::string_view text);

// Shortest decimal that reads back to `value` in f64 / f32: "0.1", "1e+30", "-0", "inf", "nan".
std::string ShortestDouble(double value);
std::string ShortestFloat(float value);

// Reads one scalar of HLO text or JSON into the storage of `type`: integers, decimals, inf, -inf,
// nan, -nan, nan(0xHH) and nan:0xHH, true, false; complex as (re, im) or [re, im]. A decimal is
// rounded to f64 and then to the type, as in XLA (hlo-text reference, section 7). `element` is
// written only on success. Errors: C01 out of range, C05 wrong kind, C06 payload too large, C07 no
// infinity or NaN.
Status ParseElement(ElementType type, std::string_view text, void* element);

}  // namespace hlo

#endif  // HLO_CORE_TYPES_NUMBER_TEXT_H_
