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

// A program of 4 partitions that returns its argument.
Program Sharded(const std::string& shape, const std::string& sharding) {
  return Program::FromText("HloModule m, num_partitions=4\nENTRY e {\n  x = " + shape +
                           " parameter(0), sharding=" + sharding + "\n  ROOT r = " + shape +
                           " copy(x), sharding=" + sharding + "\n}\n");
}
constexpr std::string_view kWhole = R"({"shape":"s8[2,4]{1,0}","data":[[0,1,2,3],[4,5,6,7]]})";

// The data of each device; the results joined must be the whole array again.
std::string Parts(const std::string& shape, const std::string& sharding) {
  const Program program = Sharded(shape, sharding);
  const Result<NumpyArguments> read =
      program.ReadNumpyArguments(NpyFile(ParseValue(kWhole).value()).value());
  if (!read.ok()) return read.error().message;
  EXPECT_TRUE(read.value().are_split);
  std::string text;
  std::vector<Value> results;
  for (const std::vector<Value>& list : read.value().lists) {
    const std::string json = list.at(0).Json();
    text += json.substr(json.find("data") + 6, json.size() - json.find("data") - 7) + " ";
    results.push_back(list[0]);
  }
  const std::optional<Value> joined = program.JoinResults(results);
  EXPECT_TRUE(joined.has_value() && joined->Json() == kWhole) << sharding;
  return text;
}

TEST(NumpyFiles, AnArrayOfAllDevicesIsSplitByTheShardingAndResultsAreJoined) {
  const std::string in_order = "[[0,1]] [[2,3]] [[4,5]] [[6,7]] ";
  for (const char* sharding :
       {"{devices=[2,2]<=[4]}", "{devices=[2,2]0,1,2,3}", "{mesh['x'=2,'y'=2], [{'x'}, {'y'}]}",
        "{mesh[x=2,y=2], device_ids=(0,1,2,3), [{x}, {y}]}",
        "{mesh[x=2,y=2], device_ids=([4]), [{x}, {y}]}", "{mesh[x=4], [{x:(1)2}, {x:(2)2}]}"}) {
    EXPECT_EQ(Parts("s8[1,2]", sharding), in_order) << sharding;
  }
  const std::string by_columns = "[[0,1]] [[4,5]] [[2,3]] [[6,7]] ";
  for (const char* sharding : {"{devices=[2,2]<=[2,2]T(1,0)}", "{devices=[2,2]0,2,1,3}",
                               "{mesh['x'=2,'y'=2], [{'y'}, {'x'}]}",
                               "{mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)), [{'x'}, {'y'}]}"}) {
    EXPECT_EQ(Parts("s8[1,2]", sharding), by_columns) << sharding;
  }
  EXPECT_EQ(Parts("s8[2,1]", "{devices=[1,4]<=[4]}"), "[[0],[4]] [[1],[5]] [[2],[6]] [[3],[7]] ");
  const std::string twice = "[[0,1,2,3]] [[0,1,2,3]] [[4,5,6,7]] [[4,5,6,7]] ";
  for (const char* sharding :
       {"{devices=[2,1,2]<=[4] last_tile_dim_replicate}",
        "{devices=[2,1,2]<=[4] last_tile_dims={manual}}", "{mesh['x'=2,'y'=2], [{'x'}, {}]}",
        "{mesh['x'=2,'y'=2], [{'x'}, {?}], replicated={'y'}}"}) {
    EXPECT_EQ(Parts("s8[1,4]", sharding), twice) << sharding;
  }
}

TEST(NumpyFiles, OtherSizesAreNotSplit) {
  const std::string fault = "parameter 'x': the array must be s8[1,2], got sizes [2,4]";
  for (const char* sharding : {"{replicated}", "{maximal device=1}", "{devices=[4,1]<=[4]}",
                               "{mesh[x=2,y=2], [{z}, {y}]}", "{mesh[], replicated}"}) {
    EXPECT_EQ(Parts("s8[1,2]", sharding), fault) << sharding;
  }
  const Program program = Sharded("s8[2,4]", "{devices=[2,2]<=[4]}");
  const auto read = program.ReadNumpyArguments(NpyFile(ParseValue(kWhole).value()).value());
  EXPECT_FALSE(read.value().are_split);
  EXPECT_EQ(read.value().lists.size(), 1u);
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
