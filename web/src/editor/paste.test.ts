// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { opensAsProgram } from './paste';

const MODULE = 'HloModule m\n\nENTRY e {\n  ROOT a = f32[] constant(1)\n}\n';
const HEADLESS = MODULE.slice(MODULE.indexOf('ENTRY'));
const LINES = '  // one\n  // two\n  b = f32[] negate(a)\n';
const INTO = { takesAll: false, untouched: false };

test.each([
  ['a module', MODULE, INTO, true],
  ['a module of a log', `I0514 09:41:12.345678 1 service.cc:168] ${MODULE}`, INTO, true],
  ['StableHLO', 'module @jit_f {\n  func.func public @main() {\n  }\n}\n', INTO, true],
  ['an entry computation in an example', HEADLESS, { ...INTO, untouched: true }, true],
  ["an entry computation in one's own program", HEADLESS, INTO, false],
  ['lines in an example', LINES, { ...INTO, untouched: true }, false],
  ['lines over all of the text', LINES, { ...INTO, takesAll: true }, true],
  [
    'an instruction over all of the text',
    'a = f32[2] negate(b)\n',
    { ...INTO, takesAll: true },
    true,
  ],
  ['an instruction without a name', 'f32[2]{0} negate(b)', { ...INTO, takesAll: true }, true],
  ['an instruction in a program', 'a = f32[2] negate(b)\n', INTO, false],
  ['an op of MLIR', '%0 = stablehlo.sine %a : tensor<4xf32>', { ...INTO, takesAll: true }, true],
  [
    'a report over all of the text',
    'CompiledMemoryStats(temp=0)',
    { ...INTO, takesAll: true },
    true,
  ],
  ['a shape over all of the text', 'f32[8,4]{1,0:T(8,128)}', { ...INTO, takesAll: true }, true],
  ['a line over all of the text', 'x', { ...INTO, takesAll: true }, false],
])('%s', (_, pasted, target, opens) => {
  expect(opensAsProgram(pasted, target)).toBe(opens);
});
