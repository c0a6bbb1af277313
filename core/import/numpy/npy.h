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
  std::string elements;
};

// By the first bytes.
bool IsNpy(std::string_view file);
bool IsNpz(std::string_view file);

// The array of a .npy file, or those of a .npz archive in their order. Errors: I18.
Result<std::vector<Array>> ReadArrays(std::string_view file);

// An array with the element type that NumPy's is. Types that NumPy lacks are taken from `wanted`:
// raw elements of that many bytes ("|V2" for bf16, as ml_dtypes saves them), or numbers of f32 or
// of 8 bits that `wanted` can hold. Errors: R06 (no such type), S09, R02.
Result<Literal> ToLiteral(const Array& array, ElementType wanted);

// An array as a .npy file. Element types that NumPy lacks are stored as f32 or, if they are
// integers, with 8 bits.
std::string WriteNpy(const Literal& array);
// Arrays with their names as a .npz archive. Errors: R02.
Result<std::string> WriteNpz(const std::vector<std::pair<std::string, Literal>>& arrays);

}  // namespace hlo::numpy

#endif  // HLO_CORE_IMPORT_NUMPY_NPY_H_
