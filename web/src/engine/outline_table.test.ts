// SPDX-License-Identifier: Apache-2.0
// The compact outline says the same as the outline in JSON.
import { expect, test } from 'vitest';
import { EXAMPLES } from '../examples/gallery';
import { analysisOf } from './outline_table';
import type { Analysis, HloModule } from './types';
import { realModule } from './real_engine';

function outlines(hlo: HloModule, text: string): [unknown, unknown] {
  const head = hlo.check(text, true);
  const { program } = JSON.parse(head) as Analysis;
  const read = analysisOf({ head, outline: hlo.outline(program) });
  const compact = JSON.parse(JSON.stringify(read.computations)) as unknown;
  const full = (JSON.parse(hlo.analyze(text, true)) as Analysis).computations;
  return [compact, full];
}

test('every example has the same outline in both forms', async () => {
  const hlo = await realModule();
  for (const { text } of EXAMPLES) {
    const [compact, full] = outlines(hlo, text);
    expect(compact).toEqual(full);
  }
});

test.each([
  ['an instruction alone', 'y = f32[2] add(a, b)'],
  ['no text', ''],
  ['quoted names and wide characters', 'ENTRY "é" {\n  ROOT "ö" = f32[] constant(1)\n}'],
  ['a call that is not there', 'ENTRY e { x = f32[] call(), to_apply=gone }'],
])('%s has the same outline in both forms', async (_, text) => {
  const hlo = await realModule();
  const [compact, full] = outlines(hlo, text);
  expect(compact).toEqual(full);
});
