// SPDX-License-Identifier: Apache-2.0
#ifndef HLO_CORE_SHAPE_TESTING_H_
#define HLO_CORE_SHAPE_TESTING_H_

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "core/shape/shape_text.h"
#include "hlo/physical_layout.h"
#include "hlo/shape.h"

namespace hlo::testing_shape {

// Parses a shape; on failure fails the test and returns a scalar.
inline Shape Parsed(std::string_view text) {
  Result<Shape> shape = ParseShape(text);
  EXPECT_TRUE(shape.ok()) << text << ": " << (shape.ok() ? "" : shape.error().message);
  return shape.ok() ? shape.value() : Shape::Scalar(ElementType::kF32);
}

inline PhysicalLayout Physical(const Shape& shape) {
  Result<PhysicalLayout> physical = PhysicalLayout::Make(shape);
  EXPECT_TRUE(physical.ok()) << ShapeText(shape)
                             << (physical.ok() ? "" : ": " + physical.error().message);
  return physical.ok() ? std::move(physical.value())
                       : PhysicalLayout::Make(Shape::Scalar(ElementType::kF32)).value();
}

inline PhysicalLayout Physical(std::string_view text) { return Physical(Parsed(text)); }

inline std::vector<int64_t> List(const Dims& values) { return {values.begin(), values.end()}; }

}  // namespace hlo::testing_shape

#endif  // HLO_CORE_SHAPE_TESTING_H_
