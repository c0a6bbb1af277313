// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/text/printer/module_testing.h"
#include "core/text/text.h"
#include "hlo/json_cursor.h"

namespace hlo {
namespace {

using text_testing::ModuleBuilder;
using text_testing::Sum;

bool IsJson(const std::string& text) {
  JsonCursor json(text);
  return json.SkipValue().ok() && json.ExpectEnd().ok();
}

TEST(PrintModuleJson, HasStableKeys) {
  ModuleBuilder m = Sum();
  const std::string text = PrintModuleJson(m.module());
  EXPECT_TRUE(IsJson(text)) << text;
  EXPECT_EQ(
      text,
      R"({"format":1,"name":"sum","header":{"is_scheduled":false,"input_output_alias":[],)"
      R"("buffer_donor":[],"alias_passthrough_params":false,)"
      R"("entry_computation_layout":{"parameters":["f32[4]{0}"],"result":"f32[]"},)"
      R"("allow_spmd_sharding_propagation_to_parameters":[false],)"
      R"("allow_spmd_sharding_propagation_to_output":[false],)"
      R"("replica_count":1,"num_partitions":1,"frontend_attributes":{},)"
      R"("origin_recovery_table":"","frame_tables":[]},"entry":"e","computations":[)"
      R"({"name":"add","execution_thread":"main","parameters":["a","b"],"root":"s",)"
      R"("instructions":[{"name":"a","opcode":"parameter","shape":"f32[]","parameter_number":0},)"
      R"({"name":"b","opcode":"parameter","shape":"f32[]","parameter_number":1},)"
      R"({"name":"s","opcode":"add","shape":"f32[]","operands":["a","b"]}]},)"
      R"({"name":"e","execution_thread":"main","parameters":["v"],"root":"r","instructions":[)"
      R"({"name":"v","opcode":"parameter","shape":"f32[4]{0}","parameter_number":0},)"
      R"({"name":"z","opcode":"constant","shape":"f32[]","literal":{"shape":"f32[]","data":0}},)"
      R"({"name":"r","opcode":"reduce","shape":"f32[]","operands":["v","z"],"attributes":[)"
      R"({"name":"dimensions","value":[0],"text":"{0}"},)"
      R"({"name":"to_apply","value":"add","text":"%add"},)"
      R"x({"name":"metadata","value":{"op_name":"\"n\""},"text":"{op_name=\"n\"}"}]}]}]})x");
}

TEST(PrintModuleJson, KeepsLargeIntegersAndNonAsciiBytesReadable) {
  ModuleBuilder m = Sum();
  Instruction* r = m.module().entry->root;
  r->attributes.Set(Attr::backend_config, Config{"\xff", false});
  m.module().header.frontend_attributes.entries = {{"a", "\xed\xa0\x80"}};  // a surrogate
  Attribute unknown;
  unknown.value = UnknownAttribute{"novel", "{\xc3\xa9}"};
  r->attributes.mutable_all().push_back(unknown);
  constexpr int64_t kLarge = 9007199254740993;  // 2^53 + 1
  r->attributes.Set(Attr::delta, kLarge);
  m.module().header.replica_count = kLarge;
  const std::string text = PrintModuleJson(m.module());
  EXPECT_TRUE(IsJson(text)) << text;
  EXPECT_NE(text.find("\"replica_count\":\"9007199254740993\""), std::string::npos);
  EXPECT_NE(text.find("{\"name\":\"delta\",\"value\":\"9007199254740993\""), std::string::npos);
  EXPECT_NE(text.find("\"frontend_attributes\":{\"a\":\"\xc3\xad\xc2\xa0\xc2\x80\"}"),
            std::string::npos);
  EXPECT_NE(text.find("\"value\":{\"text\":\"\xc3\xbf\",\"is_dictionary\":false}"),
            std::string::npos);
  EXPECT_NE(text.find("{\"name\":\"novel\",\"unknown\":true,\"value\":\"{\xc3\xa9}\""),
            std::string::npos);
}

}  // namespace
}  // namespace hlo
