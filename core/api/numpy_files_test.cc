// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hlo/hlo.h"

namespace hlo::api {
namespace {

Program Parsed(const std::string& parameters) {
  return Program::FromText("ENTRY e {\n" + parameters + "  ROOT r = () tuple()\n}\n");
}
const std::string kTwo = "  x = s8[] parameter(0)\n  y = s8[] parameter(1)\n";

std::string File(const std::vector<std::string>& jsons_of_devices) {
  std::vector<Value> values;
  for (const std::string& json : jsons_of_devices) values.push_back(ParseValue(json).value());
  return NpzFile(values).value();
}
// An archive with other names, which have as many letters.
std::string Renamed(std::string file, const std::vector<std::string>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string old = "arr_" + std::to_string(i);
    for (size_t at = file.find(old); at != std::string::npos; at = file.find(old, at)) {
      file.replace(at, old.size(), names[i]);
    }
  }
  return file;
}

// The lists as JSON, or the error.
std::string Read(const Program& program, const std::string& file) {
  const Result<std::vector<std::vector<Value>>> lists = program.ArgumentsFromNumpy(file);
  if (!lists.ok()) return lists.error().message;
  std::string text;
  for (const std::vector<Value>& list : lists.value()) {
    for (const Value& value : list) text += value.Json() + "\n";
  }
  return text;
}

constexpr std::string_view kOne = R"({"shape":"s8[]","data":1})";
const std::string kOneAndTwo =
    File({R"({"tuple":[{"shape":"s8[]","data":1},{"shape":"s8[]","data":2}]})"});
const std::string kInOrder = "{\"shape\":\"s8[]\",\"data\":1}\n{\"shape\":\"s8[]\",\"data\":2}\n";
const std::string kSwapped = "{\"shape\":\"s8[]\",\"data\":2}\n{\"shape\":\"s8[]\",\"data\":1}\n";

TEST(NumpyFiles, NumbersAndNamesTellTheParameter) {
  const Program program = Parsed(
      "  x_is = s8[] parameter(0)\n"
      "  y = s8[] parameter(1), metadata={op_name=\"state\"}\n");
  EXPECT_EQ(Read(program, kOneAndTwo), kInOrder);
  EXPECT_EQ(Read(program, Renamed(kOneAndTwo, {"arr_9", "arr_0"})).substr(0, 30),
            "arrays must have the names of ");
  EXPECT_EQ(Read(Parsed("  a.one = s8[] parameter(0)\n  b.two = s8[] parameter(1)\n"),
                 Renamed(kOneAndTwo, {"b.two", "a.one"})),
            kSwapped);
  EXPECT_EQ(Read(Parsed("  a.one = s8[] parameter(0)\n"
                        "  b = s8[] parameter(1), metadata={op_name=\"state\"}\n"),
                 Renamed(kOneAndTwo, {"state", "a.one"})),
            kSwapped);
}

TEST(NumpyFiles, AMisspelledOrRepeatedNameIsAnError) {
  const Program program = Parsed("  a.one = s8[] parameter(0)\n  b.two = s8[] parameter(1)\n");
  const std::string rule =
      "arrays must have the names of the parameters (a.one, b.two) or be arr_0 to arr_1, each "
      "once; ";
  EXPECT_EQ(Read(program, Renamed(kOneAndTwo, {"a.one", "b.tow"})), rule + "got 'b.tow'");
  EXPECT_EQ(Read(program, Renamed(kOneAndTwo, {"a.one", "a.one"})), rule + "got 'a.one'");
  EXPECT_EQ(Read(program, Renamed(kOneAndTwo, {"arr_1"})), rule + "got 'arr_1'");
}

TEST(NumpyFiles, ASingleArrayCanHaveAnyName) {
  const Program program = Parsed("  x = s8[] parameter(0)\n");
  EXPECT_EQ(Read(program, Renamed(File({std::string(kOne)}), {"other"})), std::string(kOne) + "\n");
  EXPECT_EQ(Read(program, NpyFile(ParseValue(kOne).value()).value()), std::string(kOne) + "\n");
}

TEST(NumpyFiles, TuplesAreTheirArrays) {
  const Program program = Parsed("  t = (s8[], s8[]) parameter(0)\n");
  EXPECT_EQ(Read(program, kOneAndTwo),
            R"({"tuple":[{"shape":"s8[]","data":1},{"shape":"s8[]","data":2}]})"
            "\n");
}

TEST(NumpyFiles, DevicesHaveTheirOwnArrays) {
  const Program program = Parsed("  x = s8[] parameter(0)\n");
  EXPECT_EQ(Read(program, File({R"({"shape":"s8[]","data":1})", R"({"shape":"s8[]","data":2})"})),
            kInOrder);
}

TEST(NumpyFiles, TheNumberOfArraysMustFit) {
  EXPECT_EQ(Read(Parsed("  x = s8[] parameter(0)\n"), kOneAndTwo),
            "the parameters have 1 array, the file 2");
  EXPECT_EQ(Read(Parsed(""), File({"{\"tuple\":[]}"})), "");
  EXPECT_EQ(NpyFile(ParseValue("{\"tuple\":[]}").value()).error().message,
            "a .npy file must have one array, got 0; a .npz file can have several");
}

TEST(NumpyFiles, OtherParametersHaveNoArray) {
  EXPECT_EQ(Read(Parsed("  t = token[] parameter(0)\n"), File({std::string(kOne)})),
            "parameter 't' must be an array or a tuple of arrays, got token[]");
  EXPECT_EQ(Read(Parsed(kTwo), "PK\5\6"), "the zip archive is damaged or cut short");
}

}  // namespace
}  // namespace hlo::api
