// SPDX-License-Identifier: Apache-2.0
// The full-speed engine takes over from the small one: the real modules, on every program of the gallery.
import { beforeEach, expect, test, vi } from 'vitest';
import { EXAMPLES } from '../examples/gallery';
import createHlo from '../generated/hlo.mjs';
import createFullHlo from '../generated/hlo-full.mjs';
import { EngineHost } from './engine_host';
import { EngineService } from './engine_service';
import { analysisOf } from './outline_table';
import { inOnePiece, inTwoParts } from './parts';
import { part } from './real_engine';
import type { Job, Question, Response } from './protocol';
import type { RunOutcome } from './types';

const SMALL = part('hlo.wasm');
const REST = part('hlo-rest.wasm');
const FULL = part('hlo-full.wasm');
const small = async (): Promise<EngineService> =>
  new EngineService(await createHlo(inTwoParts(SMALL, () => REST)));
const full = async (): Promise<EngineService> =>
  new EngineService(await inOnePiece(createFullHlo, FULL));

let said: Response[];
let host: EngineHost;
let seq = 0;
beforeEach(async () => {
  said = [];
  host = new EngineHost(await small(), (response) => said.push(response));
});

const job = (text: string): Job => ({
  text,
  given: { inputs: [], defaults: 'auto' },
  visible: [0, 1e9],
  execute: 'yes',
});

/** The messages about an evaluation, without times and the number of the program. */
async function evaluated(text: string): Promise<unknown[]> {
  const before = said.length;
  seq += 1;
  await host.evaluate({ kind: 'evaluate', seq, job: job(text) });
  return said.slice(before).flatMap((response): unknown[] => {
    if (response.kind === 'analyzed') {
      const analysis = analysisOf(response.read);
      return [{ ...analysis, program: analysis.program > 0, milliseconds: 0 }];
    }
    if (response.kind !== 'evaluated') return [];
    const { outcome } = response;
    return [outcome && { ...outcome, report: { ...outcome.report, milliseconds: 0 } }];
  });
}

function program(): number {
  const read = said.findLast((response) => response.kind === 'analyzed');
  return read?.kind === 'analyzed' ? analysisOf(read.read).program : -1;
}

function ask(question: Question, ...args: unknown[]): unknown {
  host.answer({ kind: 'ask', id: 1, question, args });
  const last = said.at(-1);
  if (last?.kind === 'answer') return last.answer;
  return last?.kind === 'refused' && last.stale ? 'stale' : 'refused';
}

const announced = (): boolean[] =>
  said.flatMap((response) => (response.kind === 'engine' ? [response.about.full] : []));

const DOUBLE = 'ENTRY e { a = f32[2] constant({1, 2}) ROOT b = f32[2] add(a, a) }';
const ENDLESS = `
more { p = s32[] parameter(0) ROOT yes = pred[] constant(true) }
step { p = s32[] parameter(0) one = s32[] constant(1) ROOT n = s32[] add(p, one) }
ENTRY e { z = s32[] constant(0) ROOT w = s32[] while(z), condition=more, body=step }`;
const TRIPLE = 'ENTRY e { a = s32[] constant(7) ROOT c = s32[] add(a, a) }';

test('values, messages and reports are the same before and after, and it is told once', async () => {
  const before: unknown[][] = [];
  for (const { text } of EXAMPLES) before.push(await evaluated(text));
  const outcomes = before.map(([, outcome]) => outcome as RunOutcome | null);
  expect(outcomes.filter((outcome) => (outcome?.previews.length ?? 0) > 0).length).toBeGreaterThan(
    9,
  );
  await host.replace(await full());
  expect(announced()).toEqual([]);
  for (const [k, { id, text }] of EXAMPLES.entries()) {
    expect(await evaluated(text), id).toEqual(before[k]);
    expect(announced(), id).toEqual([true]);
  }
});

test('until the next evaluation the engine that has the values answers', async () => {
  await evaluated(DOUBLE);
  const shown = program();
  const literal = ask('literal', shown, 0, 1);
  const replaced = host.replace(await full());
  expect(ask('literal', shown, 0, 1)).toEqual(literal);
  await replaced;
  expect(ask('literal', shown, 0, 1)).toEqual(literal);
  expect(JSON.stringify(literal)).toContain('2,4');
});

test('a question about a program from before is stale afterwards, not about another program', async () => {
  await evaluated(DOUBLE);
  const old = program();
  await host.replace(await full());
  await evaluated(TRIPLE);
  expect(ask('literal', old, 0, 1)).toBe('stale');
  expect(program()).not.toBe(old);
  expect(ask('literal', program(), 0, 1)).toContain('14');
});

test('what comes while it warms up is answered by the small engine', async () => {
  await evaluated(DOUBLE);
  const replaced = host.replace(await full());
  expect(await evaluated(TRIPLE)).toHaveLength(2);
  expect(announced()).toEqual([]);
  await replaced;
  await evaluated(TRIPLE);
  expect(announced()).toEqual([true]);
});

test('of a text that takes long only the beginning is read ahead', async () => {
  const engine = await full();
  const long = `${DOUBLE}\n${'// more\n'.repeat(100_000)}`;
  const lengths: number[] = [];
  const analyze = engine.analyze.bind(engine);
  engine.analyze = (text) => {
    lengths.push(text.length);
    return analyze(text);
  };
  let runs = 0;
  const begin = engine.begin.bind(engine);
  engine.begin = (...given) => {
    runs += 1;
    return begin(...given);
  };
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 200));
  await evaluated(long);
  clock.mockRestore();
  await host.replace(engine);
  expect(runs).toBe(0);
  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThan(long.length / 2);
  await evaluated(DOUBLE);
  expect(runs).toBe(1);
});

test('a suspended run answers, ends when it is cancelled, and is no task for the next engine', async () => {
  seq += 1;
  const ended = host.evaluate({ kind: 'evaluate', seq, job: job(ENDLESS) });
  const heir = await full();
  const replaced = host.replace(heir);
  const answer = ask('loops', program());
  const early = said.filter(({ kind }) => kind === 'evaluated');
  host.cancel();
  await ended;
  expect(answer).toMatchObject([{ starts: 1, cancelled: false }]);
  expect(early).toEqual([]);
  expect(said.some(({ kind }) => kind === 'cancelling')).toBe(true);
  const last = said.at(-1);
  expect(last?.kind === 'evaluated' && last.outcome?.report.error?.code).toBe('R04');
  await replaced;
  expect(announced()).toEqual([]);
  await evaluated(DOUBLE);
  expect(announced()).toEqual([true]);
});

test('an engine that cannot be instantiated is refused, not waited for', async () => {
  // It imports a function y of x, which the glue does not have; memory that cannot be had rejects alike.
  const type = [1, 4, 1, 0x60, 0, 0];
  const imports = [2, 7, 1, 1, 0x78, 1, 0x79, 0, 0];
  const bytes = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...type, ...imports]);
  await expect(inOnePiece(createFullHlo, new WebAssembly.Module(bytes))).rejects.toThrow(TypeError);
});
