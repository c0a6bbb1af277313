// SPDX-License-Identifier: Apache-2.0
#include "core/ops/basic/check_calls.h"

#include <cmath>
#include <string>

#include "core/base/format.h"
#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/ops/rules.h"
#include "core/types/convert.h"
#include "core/types/number_text.h"

namespace hlo {
namespace {

constexpr double kCloseUlp = 3;
constexpr double kTolerance = 0.001;

// The number behind "max_ulp=" or "tolerance=" in backend_config.
double LimitOf(const Attributes& attributes, std::string_view key, double fallback) {
  const Config* config = attributes.Get<Config>(Attr::backend_config);
  if (config == nullptr || !config->text.starts_with(key)) return fallback;
  return ParseDouble(std::string_view(config->text).substr(key.size())).value_or(fallback);
}

// Whether finite values differ by at most `tolerance`; others must be equal.
bool IsNear(ElementType type, const uint8_t* got, const uint8_t* expected, double tolerance) {
  double a = 0, b = 0;
  const ConvertFn widen = ConvertFunction(type, ElementType::kF64);
  widen(got, 1, &a);
  widen(expected, 1, &b);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::fabs(a - b) <= tolerance;
}

std::string FirstBeyond(const Literal& got, const Literal& expected, double tolerance) {
  const ElementType type = got.element_type();
  const ElementType part = PartOf(type).value_or(type);
  const auto width = static_cast<int64_t>(StorageBytes(part));
  for (int64_t at = 0; at < got.byte_size(); at += width) {
    if (IsNear(part, got.bytes() + at, expected.bytes() + at, tolerance)) continue;
    std::string message = Format("element {}: got ", {at / StorageBytes(type)});
    AppendShortElement(part, got.bytes() + at, message);
    message += ", expected ";
    AppendShortElement(part, expected.bytes() + at, message);
    return message;
  }
  return "";
}

std::string DifferenceOf(EvalContext& context, std::string_view target) {
  const Literal& got = context.operand(0);
  const Literal& expected = context.operand(1);
  if (target.ends_with("almost_eq") && got.IsArray() &&
      SameDimensions(got.shape(), expected.shape()) &&
      SameElementType(got.shape(), expected.shape())) {
    return FirstBeyond(got, expected, LimitOf(context.attributes(), "tolerance=", kTolerance));
  }
  const double ulp =
      target.ends_with("close") ? LimitOf(context.attributes(), "max_ulp=", kCloseUlp) : 0;
  const auto difference = FindDifferenceBeyondUlp(got, expected, ulp);
  return difference ? difference->message : "";
}

}  // namespace

bool IsCheckCall(std::string_view target) {
  for (std::string_view name : {"eq", "close", "almost_eq"}) {
    if (target == "check." + std::string(name) || target == "check.expect_" + std::string(name)) {
      return true;
    }
  }
  return false;
}

Result<Literal> EvaluateCheckCall(EvalContext& context) {
  const std::string_view target = context.attributes().String(Attr::custom_call_target);
  const bool tells = context.shape().IsScalarOf(ElementType::kPred);
  const bool is_empty = context.shape().IsTuple() && context.shape().elements.empty();
  if (context.operand_count() != 2 || (!tells && !is_empty)) {
    return Fail("R08", "`custom-call`: `{}` must take (actual, expected) and return () or pred[]",
                {target});
  }
  HLO_RETURN_IF_ERROR(RequireFullSizes(context));
  const std::string difference = DifferenceOf(context, target);
  if (tells) return Literal::Scalar(ElementType::kPred, static_cast<uint8_t>(difference.empty()));
  if (difference.empty()) return Literal();
  return Fail("R08", "`{}` failed: {}", {target, difference});
}

}  // namespace hlo
