// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { mlirIn } from './mlir';

const MODULE = `module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>) {
    %0 = stablehlo.sine %arg0 : tensor<4xf32> loc(#loc1)
    return %0 : tensor<4xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
`;
const WITH_ALIASES = `#loc = loc(unknown)\n${MODULE}#loc1 = loc("x.py":1:0)\n`;

test.each([
  ['a prompt', '>>> print(f.lower(x).as_text())\n', '>>> f(x)\nArray(0.5, dtype=float32)\n'],
  ['words', 'Lowered:\n', '\nDone.\n'],
  ['a fence', 'It fails:\n\n```mlir\n', '```\nWhy?\n'],
])('%s around a module goes', (_, before, after) => {
  for (const module of [MODULE, WITH_ALIASES]) {
    expect(mlirIn(before + module + after)).toBe(module);
  }
});

test('what logs put before lines goes', () => {
  const log = WITH_ALIASES.replace(/^(?=.)/gm, 'I0514 09:41:12.345678 123 mlir.cc:1] ');
  expect(mlirIn(log)).toBe(WITH_ALIASES);
});

test.each([
  ['a module', MODULE],
  ['a module with comments', `// RUN: x\n\n// what it tests\n${MODULE}// CHECK: sine\n`],
  ['a module with resources', `${MODULE}\n{-#\n  dialect_resources: {\n  }\n#-}\n`],
  [
    'a function whose head has several lines',
    'func.func @main(\n    %a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}\n',
  ],
  ['an op', '%0 = stablehlo.sine %arg0 : tensor<4xf32>\n'],
  [
    'ops',
    '%0 = stablehlo.sine %a : tensor<4xf32>\n%1, %2 = "stablehlo.x"(%0) ({\n}) : () -> ()\nreturn %1\n',
  ],
  ['another text', 'Lowered:\nnothing\n'],
  ['a text with HLO', `${MODULE}HloModule m\nENTRY e {\n  ROOT a = f32[] constant(1)\n}\n`],
  ['a dictionary of Python', 'module = {\n}\nx = 1\n'],
])('%s stays as it is', (_, text) => {
  expect(mlirIn(text)).toBe(text);
});
