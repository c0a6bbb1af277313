// SPDX-License-Identifier: Apache-2.0
#include "core/builder/builder_testing.h"

namespace hlo::builder_testing {

std::unique_ptr<Module> ReadAgain(const Result<ModulePtr>& built) {
  EXPECT_TRUE(built.ok()) << built.error().code << ": " << built.error().message;
  if (!built.ok()) return nullptr;
  const std::string text = PrintModule(*built.value());
  ParsedModule parsed = ParseModule(text);
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    ADD_FAILURE() << diagnostic.code << ": " << diagnostic.message << "\n" << text;
  }
  EXPECT_EQ(PrintModule(*parsed.module), text);
  return std::move(parsed.module);
}

std::vector<std::string> RunOnReplicas(const Result<ModulePtr>& built,
                                       const std::vector<std::vector<std::string>>& arguments,
                                       int64_t replicas) {
  const std::unique_ptr<Module> module = ReadAgain(built);
  if (module == nullptr) return {};
  std::vector<std::vector<Literal>> values;
  for (const auto& list : arguments) {
    values.emplace_back();
    for (const std::string& json : list) values.back().push_back(literal_testing::FromJson(json));
  }
  RunOptions options;
  options.replicas = replicas;
  const RunResult run = Executable(*module).Run(values, options);
  if (!run.ok()) return {run.failure.error->code + ": " + run.failure.error->message};
  std::vector<std::string> texts;
  for (const Literal& result : run.results) texts.push_back(literal_testing::ToJson(result));
  return texts;
}

std::string ResultOf(const Result<ModulePtr>& built, const std::vector<std::string>& arguments) {
  const std::vector<std::string> results = RunOnReplicas(built, {arguments}, 1);
  return results.empty() ? "" : results[0];
}

std::string Json(std::string_view shape, std::string_view data) {
  return "{\"shape\":\"" + std::string(shape) + "\",\"data\":" + std::string(data) + "}";
}

std::string Body(const Result<ModulePtr>& built) {
  const std::unique_ptr<Module> module = ReadAgain(built);
  std::string lines;
  if (module == nullptr) return lines;
  for (const Instruction* instruction : module->entry->instructions) {
    lines += PrintInstruction(*instruction) + "\n";
  }
  return lines;
}

std::string ErrorOf(const Result<ModulePtr>& built) {
  return built.ok() ? "no error" : built.error().code + ": " + built.error().message;
}

builder::Value Argument(builder::Builder& b, int64_t number, std::string_view shape,
                        std::string_view name) {
  return builder::Parameter(b, number, literal_testing::ShapeOf(shape), name);
}

std::string Last(builder::Builder& b) {
  std::string body = Body(b.Build());
  const size_t root = body.find("ROOT ");
  if (root == body.npos) return body;
  const size_t from = body.find("= ", root) + 2;
  return body.substr(from, body.find('\n', root) - from);
}

}  // namespace hlo::builder_testing
