// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import type { Analysis } from '../engine/types';
import { shardedInstructions } from './shardings';

test('instructions that are split over devices are found, those of the entry first', () => {
  const lines = [
    'a = f32[4] parameter(0), sharding={devices=[2]<=[2]}',
    'b = f32[4] negate(a), sharding={replicated}',
    'c = (f32[4], f32[]) tuple(b, z), sharding={{devices=[4]<=[4]}, {replicated}}',
    'd = f32[4] negate(b), metadata={op_name="sharding"}',
  ];
  const text = lines.join('\n');
  let at = 0;
  const instructions = lines.map((line) => {
    const begin = at;
    at += line.length + 1;
    return { name: line.charAt(0), span: [begin, begin + line.length] };
  });
  const [a, ...others] = instructions;
  const computations = [
    { name: 'called', entry: false, instructions: [a] },
    { name: 'main', entry: true, instructions: others },
  ];
  const analysis = { computations } as unknown as Analysis;
  const evaluation = { text, analysis, outcome: null, done: true, milliseconds: 0 };
  const found = shardedInstructions(evaluation).map(({ computation, outline }) => [
    computation,
    outline.name,
  ]);
  expect(found).toEqual([
    ['main', 'c'],
    ['called', 'a'],
  ]);
});
