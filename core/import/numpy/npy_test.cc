// SPDX-License-Identifier: Apache-2.0
// Files of the form that NumPy documents (numpy.lib.format).
#include "core/import/numpy/npy.h"

#include <gtest/gtest.h>

namespace hlo::numpy {
namespace {

// A file of version 1 with these bytes as elements.
std::string Npy(const std::string& header, const std::string& elements) {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size());
  return file + '\0' + header + elements;
}
std::string Header(const std::string& type, const std::string& shape,
                   const std::string& fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

// The only array of a file, read as a value of `shape`: its JSON, or the error.
std::string ReadAs(const std::string& file, const Shape& shape) {
  Result<std::vector<Array>> arrays = ReadArrays(file);
  if (!arrays.ok()) return arrays.error().message;
  Result<Literal> literal = ToLiteral(arrays.value().at(0), shape);
  if (!literal.ok()) return literal.error().message;
  std::string json;
  AppendJson(literal.value(), json);
  return json;
}
// The same, of the sizes in the file.
std::string Read(const std::string& file, ElementType type) {
  Result<std::vector<Array>> arrays = ReadArrays(file);
  return ReadAs(
      file, Shape::Array(type, arrays.ok() ? arrays.value().at(0).dims : std::vector<int64_t>()));
}
Literal Parsed(const std::string& json) { return ParseLiteralJson(json).value(); }

TEST(Npy, ElementsAreThoseOfTheirType) {
  const std::string one_and_two("\1\0\0\0\2\0\0\0", 8);
  EXPECT_EQ(Read(Npy(Header("<i4", "(2,)"), one_and_two), ElementType::kS32),
            R"({"shape":"s32[2]{0}","data":[1,2]})");
  EXPECT_EQ(Read(Npy(Header(">u2", "(2, 2)"), one_and_two), ElementType::kU16),
            R"({"shape":"u16[2,2]{1,0}","data":[[256,0],[512,0]]})");
  EXPECT_EQ(Read(Npy(Header("|b1", "(2,)"), std::string("\0\2", 2)), ElementType::kPred),
            R"({"shape":"pred[2]{0}","data":[false,true]})");
  EXPECT_EQ(
      Read(Npy(Header("<f8", "()"), std::string("\0\0\0\0\0\0\xf8\x3f", 8)), ElementType::kF64),
      R"({"shape":"f64[]","data":1.5})");
  EXPECT_EQ(
      Read(Npy(Header(">c8", "(1,)"), std::string("\x3f\xc0\0\0\xc0\0\0\0", 8)), ElementType::kC64),
      R"({"shape":"c64[1]{0}","data":[[1.5,-2]]})");
  EXPECT_EQ(Read(Npy(Header("<f4", "(0, 3)"), ""), ElementType::kF32),
            R"({"shape":"f32[0,3]{1,0}","data":[]})");
}

TEST(Npy, ColumnMajorOrderBecomesRowMajor) {
  EXPECT_EQ(Read(Npy(Header("|i1", "(2, 3)", "True"), "\1\2\3\4\5\6"), ElementType::kS8),
            R"({"shape":"s8[2,3]{1,0}","data":[[1,3,5],[2,4,6]]})");
}

TEST(Npy, EmptyColumnMajorArraysOfAnySizesAreRead) {
  const std::string huge = "(4611686018427387904, 4611686018427387904, 0)";
  EXPECT_EQ(Read(Npy(Header("<f4", huge, "True"), ""), ElementType::kF32).substr(0, 20),
            R"({"shape":"f32[461168)");
}

TEST(Npy, HeadersOfVersion2And3AreLonger) {
  for (const char version : {'\2', '\3'}) {
    const std::string header = Header("|u1", "(1,)");
    std::string file("\x93NUMPY", 6);
    file += version;
    file += std::string("\0", 1) + static_cast<char>(header.size()) + std::string(3, '\0') + header;
    EXPECT_EQ(Read(file + "\7", ElementType::kU8), R"({"shape":"u8[1]{0}","data":[7]})");
  }
  EXPECT_EQ(Read("\x93NUMPY\x09\x01\x01\x01\x01\x01", ElementType::kU8),
            "the version of a .npy file must be 1, 2, or 3, got 9");
}

TEST(Npy, DynamicSizesAreThoseOfTheFile) {
  Shape bounded = Shape::Array(ElementType::kS8, {2, 3});
  bounded.dynamic = 2;
  EXPECT_EQ(ReadAs(Npy(Header("|i1", "(2, 2)"), "\1\2\3\4"), bounded),
            R"({"shape":"s8[2,<=3]{1,0}","dynamic_sizes":[2,2],"data":[[1,2],[3,4]]})");
  EXPECT_EQ(ReadAs(Npy(Header("|i1", "(1, 2)"), "\1\2"), bounded),
            "the array must be s8[2,<=3], got sizes [1,2]");
}

TEST(Npy, TypesThatNumpyLacksAreReadFromRawElementsAndFromWiderOnes) {
  const std::string raw("\xc0\x3f", 2);  // 1.5 of bf16
  EXPECT_EQ(Read(Npy(Header("|V2", "(1,)"), raw), ElementType::kBF16),
            R"({"shape":"bf16[1]{0}","data":[1.5]})");
  EXPECT_EQ(Read(Npy(Header("|V2", "(1,)"), raw), ElementType::kF32),
            "elements must be f32, got '|V2' of NumPy; .astype('f4') converts them");
  const std::string exact("\0\0\xc0\x3f", 4), inexact("\1\0\xc0\x3f", 4);
  EXPECT_EQ(Read(Npy(Header("<f4", "(1,)"), exact), ElementType::kBF16),
            R"({"shape":"bf16[1]{0}","data":[1.5]})");
  EXPECT_EQ(Read(Npy(Header("<f4", "(1,)"), inexact), ElementType::kBF16),
            "elements of f32 must be values of bf16");
  EXPECT_EQ(Read(Npy(Header("|i1", "(2,)"), "\7\xf8"), ElementType::kS4),
            R"({"shape":"s4[2]{0}","data":[7,-8]})");
  EXPECT_EQ(Read(Npy(Header("|u1", "(2,)"), "\7\6"), ElementType::kS4),
            R"({"shape":"s4[2]{0}","data":[7,6]})");
  EXPECT_EQ(Read(Npy(Header("|i1", "(1,)"), "\x10"), ElementType::kS4),
            "elements of s8 must be values of s4");
  EXPECT_EQ(Read(Npy(Header("|V1", "(3,)"), "\x0f\xff\7"), ElementType::kS4),
            R"({"shape":"s4[3]{0}","data":[-1,-1,7]})");
  EXPECT_EQ(Read(Npy(Header("|V1", "(1,)"), "\x10"), ElementType::kU4),
            "raw elements of u4 must have 4 bits");
}

TEST(Npy, NumbersOf64BitsAreReadAsThoseOf32) {
  const std::string fits("\xfe\xff\xff\xff\xff\xff\xff\xff", 8), large("\0\0\0\0\1\0\0\0", 8);
  EXPECT_EQ(Read(Npy(Header("<i8", "(1,)"), fits), ElementType::kS32),
            R"({"shape":"s32[1]{0}","data":[-2]})");
  EXPECT_EQ(Read(Npy(Header("<i8", "(1,)"), large), ElementType::kS32),
            "elements of s64 must be values of s32");
  EXPECT_EQ(Read(Npy(Header("<u8", "(1,)"), large), ElementType::kU32),
            "elements of u64 must be values of u32");
  const std::string tenth("\x9a\x99\x99\x99\x99\x99\xb9\x3f", 8);  // 0.1, rounded to f64
  EXPECT_EQ(Read(Npy(Header("<f8", "(1,)"), tenth), ElementType::kF32),
            R"({"shape":"f32[1]{0}","data":[0.1]})");
}

TEST(Npy, DeadElementsAreNotWritten) {
  const Literal array =
      ParseLiteralJson(R"({"shape":"s8[2,<=3]","dynamic_sizes":[2,2],"data":[[1,2],[3,4]]})")
          .value();
  const std::string file = WriteNpy(array);
  EXPECT_NE(file.find("'shape': (2, 2), "), std::string::npos) << file;
  EXPECT_EQ(file.substr(file.size() - 4), "\1\2\3\4");
}

TEST(Npy, OtherTypesAreNotConverted) {
  EXPECT_EQ(Read(Npy(Header("<i8", "(0,)"), ""), ElementType::kS16),
            "elements must be s16, got '<i8' of NumPy; .astype('i2') converts them");
  EXPECT_EQ(Read(Npy(Header("|O", "(2,)"), ""), ElementType::kF32),
            "elements must be f32, got '|O' of NumPy; .astype('f4') converts them");
}

TEST(Npy, WhatWasWrittenReadsBack) {
  for (const char* json :
       {R"({"shape":"f32[2,3]{1,0}","data":[[1,2,3],[4,5,"nan"]]})",
        R"({"shape":"s64[1]{0}","data":["-9223372036854775808"]})",
        R"({"shape":"f16[]","data":-0.5})", R"({"shape":"pred[2]{0}","data":[true,false]})",
        R"({"shape":"c128[1]{0}","data":[[1,-2]]})",
        R"({"shape":"bf16[2]{0}","data":[1.5,"-inf"]})", R"({"shape":"s4[2]{0}","data":[-8,7]})",
        R"({"shape":"f8e4m3fn[1]{0}","data":[448]})", R"({"shape":"u8[0]{0}","data":[]})"}) {
    const Literal literal = Parsed(json);
    EXPECT_EQ(Read(WriteNpy(literal), literal.element_type()), json);
  }
}

TEST(Npy, AFileIsPaddedTo64BytesBeforeItsElements) {
  const std::string file = WriteNpy(Parsed(R"({"shape":"bf16[2]{0}","data":[1.5,2]})"));
  EXPECT_EQ(file.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(file.substr(10, 60), "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }   ");
  EXPECT_EQ(file.substr(127), std::string("\n\0\0\xc0\x3f\0\0\0\x40", 9));
}

TEST(Npy, DamagedFilesAreErrors) {
  EXPECT_EQ(Read("\x93NUMPY", ElementType::kF32), "the .npy file is cut short");
  EXPECT_EQ(Read(Npy(Header("<f4", "(2,)"), "").substr(0, 30), ElementType::kF32),
            "the .npy file is cut short");
  EXPECT_EQ(Read(Npy(Header("<f4", "(2,)"), "1234"), ElementType::kF32),
            "the elements of f32[2] must have 8 bytes, got 4");
  EXPECT_EQ(Read(Npy(Header("<f4", "(1000000000,)"), ""), ElementType::kF32),
            "the elements of f32[1000000000] must have 4000000000 bytes, got 0");
  EXPECT_EQ(Read(Npy("{'descr': [('a', '<f4')], 'shape': (2,), }\n", ""), ElementType::kF32),
            "a .npy file must have an array of one element type, got "
            "{'descr': [('a', '<f4')], 'shape': (2,), }");
}

TEST(Npz, ArraysKeepTheirNamesAndOrder) {
  const Result<std::string> file = WriteNpz({{"b", Parsed(R"({"shape":"s8[2]{0}","data":[1,2]})")},
                                             {"a", Parsed(R"({"shape":"f32[]","data":3})")}});
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(IsNpz(file.value()));
  const Result<std::vector<Array>> arrays = ReadArrays(file.value());
  ASSERT_TRUE(arrays.ok()) << arrays.error().message;
  ASSERT_EQ(arrays.value().size(), 2u);
  EXPECT_EQ(arrays.value()[0].name, "b");
  EXPECT_EQ(arrays.value()[0].elements(), "\1\2");
  EXPECT_EQ(arrays.value()[1].name, "a");
  EXPECT_EQ(arrays.value()[1].type, "<f4");
}

}  // namespace
}  // namespace hlo::numpy
