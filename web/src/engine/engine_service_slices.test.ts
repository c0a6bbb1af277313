// SPDX-License-Identifier: Apache-2.0
// Runs of loops in slices: what they show meanwhile, after they are stopped, and of every iteration.
import { beforeAll, describe, expect, test } from 'vitest';
import { loopsAround } from '../program/loops';
import { messagesOf } from '../program/messages';
import { findSelected } from '../program/selection';
import type { EngineService } from './engine_service';
import type { Given, Input } from './inputs';
import type { Analysis, LoopCount, RunOutcome } from './types';
import { realService } from './real_engine';

const given = (inputs: Input[]): Given => ({ inputs, defaults: 'auto' });
let service: EngineService;
beforeAll(async () => {
  service = await realService();
});

describe('a run in slices', () => {
  const LOOP = `more {
  t = (s32[], s32[2]) parameter(0)
  ti = s32[] get-tuple-element(t), index=0
  n = s32[] constant(BOUND)
  ROOT less = pred[] compare(ti, n), direction=LT
}
step {
  s = (s32[], s32[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  v = s32[2] get-tuple-element(s), index=1
  one = s32[] constant(1)
  j = s32[] add(i, one)
  u = s32[2] broadcast(j), dimensions={}
  ROOT next = (s32[], s32[2]) tuple(j, u)
}
ENTRY e {
  z = s32[] constant(0)
  before = s32[2] broadcast(z), dimensions={}
  start = (s32[], s32[2]) tuple(z, before)
  w = (s32[], s32[2]) while(start), condition=more, body=step
  ROOT after = s32[2] get-tuple-element(w), index=1
}`;
  const preview = ({ previews }: RunOutcome, analysis: Analysis, name: string) => {
    const all = analysis.computations.flatMap(({ instructions }) => instructions);
    const id = all.find((outline) => outline.name === name)?.id;
    return previews.find(({ instruction }) => instruction === id)?.text;
  };

  test('that is stopped keeps its values, and those of the iteration that it was in', () => {
    const text = LOOP.replace('BOUND', '2000000000');
    const analysis = service.analyze(text);
    let outcome = service.begin(given([]), [0, text.length]);
    expect(outcome.report).toMatchObject({ suspended: true, error: null });
    outcome = service.resume();
    const progress = service.progress(outcome);
    expect(preview(progress, analysis, 'before')).toBe('[0 0]');
    const [running] = progress.loops;
    expect(running).toMatchObject({ starts: 1, shown: -1, cancelled: false });
    outcome = service.cancel();
    expect(outcome.report).toMatchObject({ suspended: false, error: { code: 'R04' } });
    const [loop] = outcome.loops;
    expect(loop).toMatchObject({ cancelled: true });
    const shown = loop?.shown ?? 0;
    expect(shown).toBeGreaterThanOrEqual(running?.last ?? Infinity);
    expect(preview(outcome, analysis, 'before')).toBe('[0 0]');
    expect(preview(outcome, analysis, 'i')).toBe(`${shown}`);
    expect(preview(outcome, analysis, 'u')).toBe(`[${shown + 1} ${shown + 1}]`);
    expect(preview(outcome, analysis, 'after')).toBeUndefined();
    const evaluation = { text, analysis, outcome, done: true, milliseconds: 0 };
    const [message] = messagesOf(evaluation, service.tables().ops);
    expect(message?.severity).toBe('info');
    expect(message?.message).toMatch(/^stopped after .* instructions, in iteration .* of loop 'w'/);
  });

  test('has the values of any iteration', () => {
    const text = LOOP.replace('BOUND', '200');
    const analysis = service.analyze(text);
    const { loops } = service.run(given([]));
    expect(loops).toMatchObject([{ iterations: 200, last: 200, shown: -1 }]);
    const { program } = analysis;
    const all = analysis.computations.flatMap(({ instructions }) => instructions);
    const id = (name: string) => all.find((outline) => outline.name === name)?.id ?? -1;
    const [{ instruction: loop }] = loops as [LoopCount];
    for (const iteration of [150, 7, 199]) {
      expect(service.showIteration(program, loop, iteration)).toMatchObject([{ shown: iteration }]);
      expect(service.cells(program, 0, id('u'), [], [[0, 2]]).texts).toEqual([
        [`${iteration + 1}`, `${iteration + 1}`],
      ]);
      expect(service.cells(program, 0, id('after'), [], [[0, 1]]).texts).toEqual([['200']]);
    }
    // An element in all of them, after which the same iteration is shown as before.
    const place = { instruction: id('u'), path: [], element: 1 };
    const { iterations, values } = service.overIterations(program, 0, place, loop, 200);
    expect(iterations[0]).toBe(0);
    expect(values).toEqual(iterations.map((iteration) => iteration + 1));
    expect(service.loops(program)).toMatchObject([{ shown: 199 }]);
    expect(service.showIteration(program, loop, -1)).toMatchObject([{ shown: -1 }]);
    expect(service.cells(program, 0, id('i'), [], [[0, 1]]).texts).toEqual([['199']]);
  });

  test('has the loops around an instruction, from the outermost one', () => {
    const inner = LOOP.replace('BOUND', '3').replace('ENTRY e', 'inner');
    const text = `${inner}
below {
  b = s32[2] parameter(0)
  x = s32[] constant(8)
  y = s32[2] broadcast(x), dimensions={}
  less = pred[2] compare(b, y), direction=LT
  f = s32[1] slice(b), slice={[0:1]}
  g = s32[] reshape(f)
  ROOT goes = pred[] compare(g, x), direction=LT
}
body {
  o = s32[2] parameter(0)
  c = s32[2] call(), to_apply=inner
  ROOT more = s32[2] add(o, c)
}
ENTRY e {
  z = s32[2] constant({0, 0})
  ROOT outer = s32[2] while(z), condition=below, body=body
}`;
    const analysis = service.analyze(text);
    const { loops } = service.run(given([]));
    const found = (computation: string, instruction: string) => {
      const result = findSelected(analysis, { computation, instruction });
      if (result === null) throw new Error(instruction);
      return result;
    };
    const around = (computation: string, instruction: string) =>
      loopsAround(analysis, found(computation, instruction)).map(({ name }) => name);
    expect(around('step', 'u')).toEqual(['outer', 'w']);
    expect(around('inner', 'w')).toEqual(['outer', 'w']);
    expect(around('e', 'z')).toEqual([]);
    expect(around('e', 'outer')).toEqual(['outer']);
    const [outer, w] = [found('e', 'outer'), found('inner', 'w')].map(({ outline }) =>
      loops.find(({ instruction }) => instruction === outline.id),
    );
    expect(outer).toMatchObject({ iterations: 3, last: 3 });
    expect(w).toMatchObject({ starts: 3, iterations: 9, last: 3 });
  });

  test('in which random numbers are drawn has no other iterations than the last one', () => {
    const random = 'rng(z, z), distribution=rng_uniform';
    const text = LOOP.replace('BOUND', '20').replace('broadcast(z), dimensions={}', random);
    const { program } = service.analyze(text);
    const { loops } = service.run(given([]));
    expect(service.showIteration(program, loops[0]?.instruction ?? -1, 3)).toBeNull();
  });
});
