// SPDX-License-Identifier: Apache-2.0
// Two programs compared by the real module.
import { beforeAll, expect, test } from 'vitest';
import type { Given } from '../engine/inputs';
import { realModule } from '../engine/real_engine';
import type { HloModule } from '../engine/types';
import { compareAllValues, compareInstructions, compareResults, type Texts } from './compare';

const given: Given = { inputs: [], defaults: 'auto' };
const SUM = 'HloModule m\nENTRY e {\n  x = f32[3] parameter(0)\n  ROOT y = f32[3] add(x, x)\n}\n';
const texts = (before: string, after: string): Texts => ({ before, after, given });

let module: HloModule;
beforeAll(async () => {
  module = await realModule();
});

test('programs are compared by instructions and costs', () => {
  const product = SUM.replace('add(x, x)', 'multiply(x, x)');
  expect(compareInstructions(module, texts(SUM, product))).toMatchObject({
    programs: [{ instructions: 2, flops: 3 }, { instructions: 2 }],
    unchanged: 1,
    changes: [{ computation: 'e', from: 'e', what: ['opcode'] }],
  });
  expect(compareInstructions(module, texts(SUM, 'HloModule m'))).toBeNull();
});

test('results are compared element by element', () => {
  // 0, 1, 2: twice each, and squared.
  const product = SUM.replace('add(x, x)', 'multiply(x, x)');
  const worst = { element: 1, dims: [3], texts: ['2', '1'] };
  expect(compareResults(module, texts(SUM, product))).toMatchObject({
    arrays: [{ path: [], compared: 3, different: 1, absolute: 1, relative: 0.5, worst }],
  });
});

test('NaN equals NaN, and differs from a number by infinity', () => {
  const log = SUM.replace('add(x, x)', 'log(n)').replace('ROOT', 'n = f32[3] negate(x)\n  ROOT');
  expect(compareResults(module, texts(log, log))).toMatchObject({
    arrays: [{ compared: 3, different: 0, worst: null }],
  });
  const sqrt = log.replace('log(n)', 'sqrt(x)');
  expect(compareResults(module, texts(log, sqrt))).toMatchObject({
    arrays: [{ different: 3, absolute: Infinity, relative: Infinity }],
  });
});

test('complex numbers are compared as texts', () => {
  const complex = SUM.replaceAll('f32', 'c64');
  const conjugate = complex.replace('add(x, x)', 'subtract(x, x)');
  expect(compareResults(module, texts(complex, conjugate))).toMatchObject({
    arrays: [{ different: 2, absolute: NaN, worst: { element: 1, texts: ['(2, 0)', '(0, 0)'] } }],
  });
});

test('what cannot be compared says why', () => {
  const problem = (before: string, after: string): string => {
    const compared = compareResults(module, texts(before, after));
    return 'problem' in compared ? compared.problem : '';
  };
  const pair = SUM.replace('f32[3] add(x, x)', '(f32[3]) tuple(x)');
  expect(problem(SUM, pair)).toBe('The results are not tuples of the same form.');
  expect(problem('HloModule m', SUM)).toMatch(/^The first program did not run: it has /);
  expect(problem(SUM, SUM.replace('add', 'ad'))).toBe(
    'The second program did not run: it has errors.',
  );
  expect(problem(SUM.replace('m\n', 'm, replica_count=2\n'), SUM)).toMatch(/numbers of devices/);
  const longer = SUM.replaceAll('f32[3]', 'f32[4]');
  expect(compareResults(module, texts(longer, SUM))).toMatchObject({
    arrays: [{ comparable: false, compared: 0, shapes: ['f32[4]{0}', 'f32[3]{0}'] }],
  });
});

test('the first values that differ are found, and not those that follow from them', () => {
  const text = (first: string): string =>
    'HloModule m\nENTRY e {\n  x = f32[3] parameter(0)\n' +
    `  p = f32[3] ${first}(x, x)\n  n = f32[3] negate(p)\n  ROOT r = f32[3] exponential(n)\n}\n`;
  const found = compareAllValues(module, texts(text('add'), text('multiply')));
  expect(found).toMatchObject({ first: [{ computation: 'e', instruction: 'p' }] });
  expect(compareAllValues(module, texts(text('add'), text('add')))).toEqual({ first: [] });
  const failed = compareAllValues(module, texts(text('add'), 'HloModule m'));
  expect('problem' in failed ? failed.problem : '').toMatch(/^The second program did not run/);
});
