// SPDX-License-Identifier: Apache-2.0
// Fixes for common mistakes: each gives a text that the engine accepts.
import { beforeAll, describe, expect, test } from 'vitest';
import { byteToUnit } from '../base/text';
import type { EngineService } from '../engine/engine_service';
import { clashOf } from './clash';
import type { Evaluation } from './evaluation';
import { siteOf } from './fault_site';
import { fixesOf } from './fixes';
import { messagesOf, type Message } from './messages';
import type { Repair } from './repairs';
import { realService } from '../engine/real_engine';

let service: EngineService;
beforeAll(async () => {
  service = await realService();
});

const program = (line: string): string => `HloModule m
sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY main {
  x = f32[3,4] parameter(0)
  row = f32[4] parameter(1)
  turned = f32[4,3] parameter(2)
  whole = s32[3,4] parameter(3)
  flat = f32[12] parameter(4)
  two = f32[] constant(2)
  chosen = pred[3] parameter(5)
  square = f32[4,4] parameter(6)
  ${line}
}
`;

const evaluationOf = (text: string): Evaluation => {
  const analysis = service.analyze(text);
  return { text, analysis, outcome: null, done: true, milliseconds: 0 };
};

function applied(text: string, { edits }: Repair): string {
  const unit = byteToUnit(text);
  const last = [...edits].sort((a, b) => b.span[0] - a.span[0]);
  return last.reduce(
    (old, { span: [begin, end], replacement }) =>
      old.slice(0, unit(begin)) + replacement + old.slice(unit(end)),
    text,
  );
}

const errorsOf = (evaluation: Evaluation): Message[] =>
  messagesOf(evaluation).filter(({ severity }) => severity === 'error');

function firstError(evaluation: Evaluation): Message {
  const [error] = errorsOf(evaluation);
  if (error === undefined) throw new Error('no error');
  return error;
}

describe.each([
  ['a row to a matrix', 'ROOT r = f32[3,4] add(x, row)', ['broadcast']],
  ['a scalar to a matrix', 'ROOT r = f32[3,4] add(two, x)', ['broadcast']],
  ['a row to a square', 'ROOT r = f32[4,4] add(square, row)', ['broadcast', 'broadcast']],
  ['a transposed matrix', 'ROOT r = f32[3,4] multiply(x, turned)', ['transpose']],
  ['as many elements', 'ROOT r = f32[3,4] add(x, flat)', ['reshape']],
  ['another element type', 'ROOT r = f32[3,4] add(x, whole)', ['convert']],
  [
    'types of a comparison',
    'ROOT r = pred[3,4] compare(x, whole), direction=LT',
    ['convert(whole)', 'convert(x)'],
  ],
  ['integers for a float op', 'ROOT r = f32[3,4] exponential(whole)', ['convert']],
  ['the result of a comparison', 'ROOT r = f32[3,4] compare(x, x), direction=LT', ['pred[3,4]']],
  ['a short predicate', 'ROOT r = f32[3,4] select(chosen, x, x)', ['dimensions={0}']],
  ['too many elements', 'ROOT r = f32[2,7] reshape(x)', ['f32[2,6]']],
  [
    'a broadcast along a wrong dimension',
    'ROOT r = f32[3,4] broadcast(row), dimensions={0}',
    ['{1}'],
  ],
  [
    'a broadcast to a result that no dimensions give',
    'ROOT r = f32[3,5] broadcast(x), dimensions={0,1}',
    ['write f32[3,4]'],
  ],
  ['an operand without a definition', 'ROOT r = f32[3,4] add(x, missing)', ['write x']],
  ['only such operands', 'ROOT r = f32[4] negate(missing)', ['write row']],
  ['one that may be another shape', 'ROOT r = f32[3] add(x, missing)', []],
  ['a transpose without dimensions', 'ROOT r = f32[4,3] transpose(x)', ['dimensions={1,0}']],
  ['a broadcast without dimensions', 'ROOT r = f32[3,4] broadcast(row)', ['dimensions={1}']],
  [
    'a reduce without a computation',
    'ROOT r = f32[3] reduce(x, two), dimensions={1}',
    ['to_apply=sum'],
  ],
  [
    'a wrong contracting dimension',
    'ROOT r = f32[3,3] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}',
    ['rhs_contracting_dims={1}'],
  ],
  [
    'a wrong contracting dimension beside batches',
    'b = f32[2,3,4] broadcast(x), dimensions={1,2}\n  ROOT r = f32[2,4,4] dot(b, b), ' +
      'lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}',
    ['lhs_contracting_dims={1}'],
  ],
  ['a turned part', 'ROOT r = f32[6,4] concatenate(x, turned), dimensions={0}', ['transpose']],
  ['a name of another system', 'ROOT r = f32[3,4] exp(x)', ['exponential']],
  ['a type of another system', 'ROOT r = float32[3,4] negate(x)', ['write f32']],
  ['a narrow one', 'ROOT r = bfloat16[3,4] convert(x)', ['write bf16']],
  ['an unsigned one', 'ROOT r = uint8[3,4] convert(x)', ['write u8']],
  ['one without a sign', 'ROOT r = i32[3,4] convert(x)', ['write s32']],
  ['one of a bit', 'ROOT r = i1[3,4] compare(x, x), direction=LT', ['write pred']],
  ['a truth value', 'ROOT r = bool[3,4] compare(x, x), direction=LT', ['write pred']],
  ['a layout of another rank', 'ROOT r = f32[3,4]{0,1,2} negate(x)', ['write {1,0}']],
  ['one with tiles', 'ROOT r = f32[3,4]{0:T(8,128)} negate(x)', ['write {1,0:T(8,128)}']],
  [
    'an iota by another name',
    'ROOT r = f32[3,4] iota(), dimension=1',
    ['write iota(), iota_dimension=1'],
  ],
  ['a literal in brackets', 'ROOT r = f32[1,2] constant([[1, 2]])', ['write {{1, 2}}']],
  [
    'a concatenate along a wrong dimension',
    'ROOT r = f32[3,8] concatenate(x, x), dimensions={0}',
    ['write f32[6,4]', 'write dimensions={1}'],
  ],
  [
    'a concatenate that does not fit along one',
    'ROOT r = f32[7,4] concatenate(x, square), dimensions={1}',
    ['write dimensions={0}'],
  ],
  ['a concatenate without one', 'ROOT r = f32[6,4] concatenate(x, x)', ['dimensions={0}']],
  ['a misspelled operand', 'ROOT r = f32[3,4] add(x, xx)', ['x']],
  ['a wrong result', 'ROOT r = f32[4] reduce(x, two), dimensions={1}, to_apply=sum', ['f32[3]']],
])('%s', (_, line, labels) => {
  test('has fixes, and each mends it', () => {
    const text = program(line);
    const evaluation = evaluationOf(text);
    const fixes = fixesOf(evaluation, firstError(evaluation));
    expect(fixes.map(({ label }) => label)).toEqual(
      labels.map((part) => expect.stringContaining(part) as unknown),
    );
    for (const fix of fixes) {
      const mended = applied(text, fix);
      expect(errorsOf(evaluationOf(mended)), mended).toEqual([]);
    }
  });
});

test('the names that a message suggests come before any of the same shape', () => {
  const line = 'z = f32[9] negate(x)\n  zb = f32[3,4] nagate(x)\n  ROOT r = f32[3,4] add(%x, %zc)';
  const evaluation = evaluationOf(program(line));
  const message = errorsOf(evaluation).find(({ code }) => code === 'N01');
  const fixes = message === undefined ? [] : fixesOf(evaluation, message);
  expect(message?.message).toContain("did you mean 'zb' or 'z'?");
  expect(fixes.map(({ label }) => label)).toEqual(['write %zb', 'write %z']);
});

test('a name without a percent sign stays without one', () => {
  const evaluation = evaluationOf(
    'ENTRY e {\n  z1 = f32[] constant(1)\n  z2 = f32[] constant(2)\n  r = f32[] add(z, %z1)\n}',
  );
  const labels = fixesOf(evaluation, firstError(evaluation)).map(({ label }) => label);
  expect(labels.sort()).toEqual(['write z1', 'write z2']);
});

test('a name that all objects have is no alias', () => {
  const evaluation = evaluationOf(program('ROOT r = f32[3,4] constructor(x)'));
  expect(fixesOf(evaluation, firstError(evaluation))).toEqual([]);
});

test('an operand of a single instruction gets the shape of the result', () => {
  const text = 'ar = f32[4] all-reduce(%x), replica_groups={{0,1}}, to_apply=sum';
  const evaluation = evaluationOf(text);
  const [fix] = fixesOf(evaluation, firstError(evaluation));
  if (fix === undefined) throw new Error('no fix');
  const mended = applied(text, fix);
  expect(mended).toContain('all-reduce(f32[4] %x)');
  expect(errorsOf(evaluationOf(mended))).toEqual([]);
});

test('the new line stands before the instruction, with its indentation and percent signs', () => {
  const text =
    'ENTRY e {\n    %x = f32[2,3] parameter(0)\n    %y = f32[3] parameter(1)\n' +
    '    ROOT %r = f32[2,3] add(%x, %y)\n}';
  const evaluation = evaluationOf(text);
  const [fix] = fixesOf(evaluation, firstError(evaluation));
  expect(fix && applied(text, fix)).toBe(
    'ENTRY e {\n    %x = f32[2,3] parameter(0)\n    %y = f32[3] parameter(1)\n' +
      '    %y.broadcast = f32[2,3] broadcast(%y), dimensions={1}\n' +
      '    ROOT %r = f32[2,3] add(%x, %y.broadcast)\n}',
  );
});

/** `operand 0: f32[3,_4_]`: the parts that clash between underscores. */
function clashTexts(line: string): string[] {
  const evaluation = evaluationOf(program(line));
  const error = firstError(evaluation);
  return clashOf(siteOf(evaluation, error), error).map(({ role, pieces }) => {
    const shape = pieces.map(({ text, clash }) => (clash ? `_${text}_` : text)).join('');
    return `${role}: ${shape}`;
  });
}

test.each([
  ['ROOT r = f32[4,4] add(square, turned)', ['operand 0: f32[4,_4_]', 'operand 1: f32[4,_3_]']],
  ['ROOT r = f32[3,4] add(x, whole)', ['operand 0: _f32_[3,4]', 'operand 1: _s32_[3,4]']],
  [
    'ROOT r = f32[3,4] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}',
    ['operand 0: f32[3,_4_]', 'operand 1: f32[_3_,4]'],
  ],
  [
    'ROOT r = f32[3,4] broadcast(row), dimensions={0}',
    ['operand 0: f32[_4_]', 'result: f32[_3_,4]'],
  ],
  [
    'ROOT r = f32[3,5] reduce(x, two), dimensions={}, to_apply=sum',
    ['written: f32[3,_5_]', 'fits: f32[3,_4_]'],
  ],
])('%s marks what clashes in both shapes', (line, rows) => {
  expect(clashTexts(line)).toEqual(rows);
});
