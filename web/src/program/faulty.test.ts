// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import type { Analysis } from '../engine/types';
import { isFaulty, withFaulty } from './faulty';

/** What the engine says of a text without any good instruction in one computation. */
const nothingGood = (text: string): Analysis => ({
  program: 1,
  ok: false,
  runnable: false,
  cannotRun: 'the program has errors',
  name: 'm',
  replicas: 1,
  partitions: 1,
  diagnostics: [],
  milliseconds: 0,
  computations: [
    { name: 'e', entry: true, span: [0, text.length], nameSpan: [6, 7], instructions: [] },
  ],
});

const outlines = (text: string) =>
  withFaulty(text, nothingGood(text)).computations[0]?.instructions ?? [];

test('definitions are found with their shapes, opcodes and operands', () => {
  const text = `ENTRY e {
  %a.1 = (f32[2]{0}, s32[]) tuple(%x, y), metadata={op_name="b = add(c)"}
  ROOT b = f32[2,3]{1,0:T(2,2)} adds(f32[2] %a.1, %a.1)
}`;
  const [a, b, ...more] = outlines(text);
  expect(more).toEqual([]);
  expect(a).toMatchObject({
    name: 'a.1',
    opcode: 'tuple',
    shape: '(f32[2]{0}, s32[])',
    root: false,
  });
  expect(b).toMatchObject({ name: 'b', opcode: 'adds', shape: 'f32[2,3]{1,0:T(2,2)}', root: true });
  expect(b?.operands).toEqual([a?.id, a?.id]);
  expect(outlines(text).every(isFaulty)).toBe(true);
});

test('comments that count elements are no obstacle', () => {
  const text =
    'ENTRY e {\n  ROOT t = (f32[], /*index=1*/f32[2]{0}) tuple(f32[] %a, /*index=1*/f32[2]{0} %b)\n}';
  expect(outlines(text)).toMatchObject([
    { name: 't', opcode: 'tuple', shape: '(f32[], /*index=1*/f32[2]{0})' },
  ]);
});

test('a program in one line has its definitions, too', () => {
  expect(outlines('ENTRY e { ROOT a = f32[] nothing() }').map(({ name }) => name)).toEqual(['a']);
});

test('the analysis of a good text is left alone', () => {
  const analysis = { ...nothingGood('a = f32[] add()'), ok: true };
  expect(withFaulty('a = f32[] add()', analysis)).toBe(analysis);
});

test('thousands of faulty lines are found at once', () => {
  const text = Array.from({ length: 4000 }, (_, k) => `  v${k} = f32[2] adds(v${k}, (((( é`).join(
    '\n',
  );
  const start = performance.now();
  expect(outlines(text).length).toBeGreaterThan(3000);
  expect(performance.now() - start).toBeLessThan(500);
});
