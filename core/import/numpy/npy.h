// SPDX-License-Identifier: Apache-2.0
// Arrays of NumPy: .npy files (versions 1 to 3 of the format), and .npz archives of them.
#ifndef HLO_CORE_IMPORT_NUMPY_NPY_H_
#define HLO_CORE_IMPORT_NUMPY_NPY_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "hlo/literal.h"

namespace hlo::numpy {

struct Array {
  std::string name;  // in an archive, without ".npy"
  std::string type;  // "<f4", "|V2": the byte order, the kind, and the bytes of an element
  std::vector<int64_t> dims;
  bool is_column_major = false;
  std::string file;
  size_t begin = 0;  // of the elements in it

  std::string_view elements() const { return std::string_view(file).substr(begin); }
};

// By the first bytes.
bool IsNpy(std::string_view file);
bool IsNpz(std::string_view file);

// The array of a .npy file, or those of a .npz archive in their order. Errors: I18.
Result<std::vector<Array>> ReadArrays(std::string file);

// The array as a value of an array shape, which may have dynamic sizes up to its bounds. NumPy's
// element type must be the same, or f64 for f32 (which rounds), s64 for s32, or u64 for u32. Types
// that NumPy lacks are read from raw elements of as many bytes ("|V2" for bf16, as ml_dtypes saves
// them), or from f32 or integers of 8 bits that are values of the type. Errors: R06 (type, size),
// S09, R02.
Result<Literal> ToLiteral(const Array& array, const Shape& shape);

// An array as a .npy file. Element types that NumPy lacks are stored as f32 or, if they are
// integers, with 8 bits.
std::string WriteNpy(const Literal& given);
// Arrays with their names as a .npz archive. Errors: R02.
Result<std::string> WriteNpz(const std::vector<std::pair<std::string, Literal>>& arrays);

}  // namespace hlo::numpy

#endif  // HLO_CORE_IMPORT_NUMPY_NPY_H_
