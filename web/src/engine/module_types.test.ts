// SPDX-License-Identifier: Apache-2.0
// What the module answers has the types that wasm/hlo.d.mts declares, no more and no less: each answer
// is compiled as a literal of its type.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../examples/gallery';
import type { Analysis, HloModule } from './types';
import { realModule } from './real_engine';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const LOOP = `c { i = s32[] parameter(0) n = s32[] constant(3) ROOT l = pred[] compare(i, n), direction=LT }
b { j = s32[] parameter(0) o = s32[] constant(1) ROOT s = s32[] add(j, o) }
ENTRY e { z = s32[] constant(0) ROOT w = s32[] while(z), condition=c, body=b }`;
const FAULTY = 'ENTRY e {\n  x = f32[2] parameter(0)\n  ROOT y = f32[3] add(x, x)\n}';
const DEVICES = `HloModule m, replica_count=2
s { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }
ENTRY e { x = f32[2] parameter(0) ROOT y = f32[2] all-reduce(x), replica_groups={}, to_apply=s }`;

/** [type, JSON] of all answers about a text. */
function answersOf(hlo: HloModule, text: string): [string, string][] {
  const answers: [string, string][] = [['Analysis', hlo.analyze(text, true)]];
  const { program, computations } = JSON.parse(answers[0]?.[1] ?? '') as Analysis;
  const ids = computations.flatMap(({ instructions }) => instructions.map(({ id }) => id));
  const options = JSON.stringify({ partial: true, keepDevices: 2 });
  answers.push(['RunReport', hlo.run(program, '', options)]);
  answers.push(['ValuePreview[]', hlo.previews(program, JSON.stringify(ids), 0, 4, 2)]);
  answers.push(['LoopCount[]', hlo.iterations(program)]);
  for (const id of ids) answers.push(['ValueInfo', hlo.value(program, id, 0)]);
  const slices = JSON.stringify({ partial: true, sliceMilliseconds: 1000, shown: [] });
  answers.push(['RunReport', hlo.run(program, '', slices)]);
  answers.push(['RunReport', hlo.resume(program, 1)], ['RunReport', hlo.cancel(program, 1)]);
  hlo.release(program);
  return answers;
}

/** What the compiler says of answers that are not of their types. */
function problems(answers: readonly [string, string][]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hlo-types-'));
  try {
    const types = path('../generated/hlo.mjs');
    const literals = answers.map(
      ([type, json], k) =>
        `export const answer${k}: hlo.${type.replace('[]', '')}${type.endsWith('[]') ? '[]' : ''} = ${json};`,
    );
    const file = join(folder, 'answers.ts');
    writeFileSync(
      file,
      `import type * as hlo from ${JSON.stringify(types)};\n${literals.join('\n')}\n`,
    );
    const compiler = path('../../node_modules/typescript-7/bin/tsc');
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2022',
    ];
    execFileSync(process.execPath, [compiler, ...options, file], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stdout?: Buffer }).stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('every answer of the module has its declared type', async () => {
  const hlo = await realModule();
  const texts = [...EXAMPLES.map(({ text }) => text), LOOP, FAULTY, DEVICES, 'nonsense'];
  const answers = texts.flatMap((text) => answersOf(hlo, text));
  for (const shape of ['f32[2,3]{1,0:T(2,2)}', '(s4[3]{0:E(4)}, pred[])', 'f32[']) {
    answers.push(['ShapeReport', hlo.describeShape(shape)]);
    answers.push(['IndexReport', hlo.explainIndex(shape, '[1,2]')]);
    answers.push(['IndexReport', hlo.explainPosition(shape, 3)]);
  }
  answers.push(['OpRow[]', hlo.ops()]);
  expect(problems(answers)).toBe('');
}, 60_000);

test('an answer with a missing or an unknown field is not of its type', () => {
  expect(problems([['LoopCount', '{"instruction": 1, "starts": 1}']])).toContain('iterations');
  const more = '{"instruction": 1, "starts": 1, "iterations": 1, "other": 1}';
  expect(problems([['LoopCount', more]])).toContain('other');
});
