// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isDump } from '../base/text';
import { foldsOf, metadataLabel, operationTail } from './folds';
import { instructionLine } from './line';

/** A line as it is shown: chips in angle brackets. */
function shown(line: string, dump = true): string {
  let out = '';
  let at = 0;
  for (const { from, to, label } of foldsOf(line, dump)) {
    expect(from).toBeGreaterThanOrEqual(at);
    expect(to).toBeGreaterThan(from);
    out += line.slice(at, from) + (label === '' ? '' : `<${label}>`);
    at = to;
  }
  return out + line.slice(at);
}

describe('a line of a dump', () => {
  test.each([
    [
      '  %tanh.5 = f32[8,16]{1,0} tanh(f32[8,16]{1,0} %add.4), metadata={op_type="tanh" op_name="jit(f)/jit(main)/jvp(loss)/tanh" source_file="train/mlp.py" source_line=24}',
      '  %tanh.5 = f32[8,16] tanh(%add.4)<jvp(loss)/tanh :24>',
    ],
    [
      '  ROOT %dot.1 = f32[2,3,4]{2,1,0} dot(%a, %b), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}',
      '  ROOT %dot.1 = f32[2,3,4] dot(%a, %b)<batch 0·0 contract 2·1>',
    ],
    [
      '  %r = f32[4]{0} reduce(%x, %z), dimensions={1}, to_apply=%region_0.33',
      '  %r = f32[4] reduce(%x, %z)<dims 1><region_0.33>',
    ],
    [
      '  %ar = f32[16,3]{1,0} all-reduce(%dot.120), channel_id=1, replica_groups={{0,1},{2,3}}, use_global_device_ids=true, to_apply=%add',
      '  %ar = f32[16,3] all-reduce(%dot.120)<channel 1><{{0,1},{2,3}}><global ids><add>',
    ],
    [
      '  %fusion.9 = f32[8,16]{1,0} fusion(%Arg_0, %Arg_1), kind=kLoop, calls=%fused_computation, backend_config={"a":{"b":"}"}}',
      '  %fusion.9 = f32[8,16] fusion(%Arg_0, %Arg_1)<kLoop><fused_computation><backend config>',
    ],
    [
      '  %w = (s32[], f32[16,3]{1,0}, /*index=2*/f32[4]{0}) while(%t), condition=%cond.92, body=%body.96',
      '  %w = (s32[]<+2>) while(%t)<cond.92><body.96>',
    ],
    [
      '  ROOT %t = (f32[2]{0}) tuple(%a, %b, %c, %d, %e, /*index=5*/%f, %g, %h, %i, %j)',
      '  ROOT %t = (f32[2]) tuple(%a, %b, %c, %d<+6>)',
    ],
    [
      '%fused_computation.1 (param_0.6: f32[8,3], param_1.7: (f32[8], s32[])) -> f32[8,3]{1,0} {',
      '%fused_computation.1 <2 parameters> -> f32[8,3] {',
    ],
    [
      'HloModule jit_f, is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias) }, entry_computation_layout={(f32[4]{0})->f32[4]{0}}',
      'HloModule jit_f<scheduled><1 alias><entry layout>',
    ],
  ])('%s', (line, expected) => {
    expect(shown(line)).toBe(expected);
  });

  test.each([
    '  %x = bf16[16,128]{0,1} parameter(0)',
    '  %c = f32[] constant(-1e+09)',
    '  %x = bf16[16,128]{1,0:T(8,128)(2,1)S(1)} copy(%y)',
    '  y = f32[2] compare(a, b), direction=EQ',
    '// metadata={op_name="a"}',
    '}',
    '  odd = f32[2] add(',
    '  odd = f32[2',
  ])('stays as it is where nothing can be left out: %s', (line) => {
    expect(shown(line)).toBe(line);
  });
});

test('of what people write, only long constants are folded', () => {
  const line = '  x = f32[4]{0} reduce(f32[4]{0} %a), dimensions={0}, to_apply=sum';
  expect(shown(line, false)).toBe(line);
  const constant = `  c = f32[100] constant({${Array.from({ length: 100 }, (_, k) => k / 4).join(', ')}})`;
  expect(shown(constant, false)).toBe('  c = f32[100] constant(<100 values>)');
  expect(shown('  c = f32[3] constant({1, 2, 3})', false)).toBe('  c = f32[3] constant({1, 2, 3})');
});

test('a call chip knows its computation', () => {
  const folds = foldsOf('  r = f32[] reduce(x, z), dimensions={0}, to_apply=%sum.1', true);
  expect(folds.map(({ computation }) => computation)).toEqual([undefined, 'sum.1']);
});

test.each([
  [
    'op_name="jit(train_step)/jit(main)/jvp(loss)/reduce_max[axes=(1,)]" source_line=27',
    'jvp(loss)/reduce_max :27',
  ],
  ['op_type="mul" source_file="/a/b/mlp_sgd.py" source_line=21', 'mlp_sgd.py:21'],
  ['op_type="mul"', 'mul'],
  ['stack_frame_id=4', 'metadata'],
])('metadata={%s} becomes %s', (text, label) => {
  expect(metadataLabel(`{${text}}`)).toBe(label);
});

test('a very long name keeps its end', () => {
  const tail = operationTail('jit(f)/a/transformer_layer_with_a_long_name_17/attention');
  expect(tail).toBe('attention');
  expect(operationTail('x'.repeat(60))).toBe(`…${'x'.repeat(25)}`);
});

test('a compiler is known by what only compilers write', () => {
  expect(isDump('ENTRY e { ROOT a = f32[2]{0} add(b, c), dimensions={0} }')).toBe(false);
  expect(isDump('HloModule m, entry_computation_layout={()->f32[]}')).toBe(true);
});

test('the parts of an instruction are found past strings, comments and braces', () => {
  const line =
    '  ROOT %a.1 = (f32[2]{0}, /*index=1*/s32[]) f(f32[2] %b, /*index=1*/%c), x={"a}, b"}, y=1 // z=2';
  const parts = instructionLine(line);
  const text = (part?: { from: number; to: number }): string =>
    part === undefined ? '' : line.slice(part.from, part.to);
  expect(text(parts?.name)).toBe('%a.1');
  expect(text(parts?.shape)).toBe('(f32[2]{0}, /*index=1*/s32[])');
  expect(text(parts?.opcode)).toBe('f');
  expect(parts?.operands.map(text)).toEqual(['f32[2] %b', '%c']);
  expect(parts?.attributes.map(text)).toEqual(['x={"a}, b"}', 'y=1']);
});

test('a line takes no more than its share of time, up to a megabyte', () => {
  const timeOf = (count: number): number => {
    const line = `  c = f32[${count}] constant({${'1.25, '.repeat(count)}1})`;
    const start = performance.now();
    expect(shown(line)).toMatch(/<\d+\u202f\d+ values>/);
    return performance.now() - start;
  };
  timeOf(20_000);
  const small = Math.max(timeOf(20_000), timeOf(20_000));
  // Ten times the line; a quadratic search would take a hundred times as long.
  expect(timeOf(200_000)).toBeLessThan(40 * small);
});

test('no fold of the documentation overlaps another', () => {
  const text = readFileSync(new URL('../examples/07_fusion.hlo', import.meta.url), 'utf8');
  for (const line of text.split('\n')) shown(line);
});
