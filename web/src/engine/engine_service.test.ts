// SPDX-License-Identifier: Apache-2.0
// The real module behind the worker's service, on every program of the gallery.
import { beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../examples/gallery';
import createHlo from '../generated/hlo.mjs';
import { entryParameters, type Given, type Input } from './inputs';
import { messagesOf } from '../program/messages';
import { missingReason } from '../panes/reasons';
import { findSelected } from '../program/selection';
import { type Evaluation } from '../program/evaluation';
import { EngineService, StaleProgram } from './engine_service';
import { inTwoParts } from './parts';
import type { Analysis, InstructionOutline } from './types';
import { part, realService } from './real_engine';

const given = (inputs: Input[]): Given => ({ inputs, defaults: 'auto' });

let service: EngineService;
beforeAll(async () => {
  service = await realService();
});

test('examples of one device without loops need the first part of the engine alone', async () => {
  let asked = 0;
  const rest = () => {
    asked += 1;
    return part('hlo-rest.wasm');
  };
  const own = new EngineService(await createHlo(inTwoParts(part('hlo.wasm'), rest)));
  own.about();
  own.tables();
  for (const { id, text, inputs } of EXAMPLES) {
    if (text.includes('replica_count') || text.includes(' while(')) continue;
    const analysis = own.analyze(text);
    const { previews } = own.run(given(inputs));
    own.nanOrigin(analysis.program, 0);
    for (const { instruction } of previews) {
      const { leaf } = own.summary(analysis.program, 0, instruction, []);
      if (leaf) own.cells(analysis.program, 0, instruction, [], [[0, 8]]);
    }
    expect(asked, id).toBe(0);
  }
  const text = 'a = f32[2,2] constant({{4, 2}, {2, 5}})\nROOT l = f32[2,2] cholesky(a), lower=true';
  own.analyze(`ENTRY e {\n${text}\n}`);
  expect(own.run(given([])).previews.at(-1)?.text).toBe('[[2 0] [1 2]]');
  expect(asked).toBe(1);
});

test('a loop runs through the fused plan, and every instruction has its value', () => {
  const text = `HloModule descent
more {
  s = (s32[], f32[4]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(10)
  ROOT less = pred[] compare(i, n), direction=LT
}
step {
  t = (s32[], f32[4]) parameter(0)
  j = s32[] get-tuple-element(t), index=0
  one = s32[] constant(1)
  k = s32[] add(j, one)
  w = f32[4] get-tuple-element(t), index=1
  rate = f32[] constant(0.5)
  rates = f32[4] broadcast(rate), dimensions={}
  change = f32[4] multiply(w, rates)
  new = f32[4] subtract(w, change)
  ROOT u = (s32[], f32[4]) tuple(k, new)
}
ENTRY main {
  zero = s32[] constant(0)
  w0 = f32[4] constant({1024, 2048, 0, -1024})
  init = (s32[], f32[4]) tuple(zero, w0)
  loop = (s32[], f32[4]) while(init), condition=more, body=step
  ROOT out = f32[4] get-tuple-element(loop), index=1
}
`;
  const { program, computations } = service.analyze(text);
  const entry = text.indexOf('ENTRY');
  service.run(given([]), [entry, text.length]);
  const plan = service.plan(program);
  expect(plan).toMatch(/body of %loop:.*\n(?:.*\n)*?.*fused \d+ instructions/);
  expect(plan).toContain('shows %out');
  expect(plan).not.toContain('shows %new');
  const all = computations.flatMap(({ instructions }) => instructions);
  const previews = service.previews(
    program,
    0,
    all.map(({ id }) => id),
  );
  expect(previews.length).toBe(all.length);
  const textOf = (name: string): string | undefined =>
    previews.find(({ instruction }) => instruction === all.find((one) => one.name === name)?.id)
      ?.text;
  // Ten steps halve the weights ten times.
  expect(textOf('out')).toBe('[1 2 0 -1]');
  expect(textOf('new')).toBe('[1 2 0 -1]');
  expect(textOf('change')).toBe('[1 2 0 -1]');
  expect(textOf('j')).toBe('9');
  expect(textOf('i')).toBe('10');
});

const exampleOf = (id: string) => {
  const example = EXAMPLES.find((entry) => entry.id === id);
  if (example === undefined) throw new Error(`no example ${id}`);
  return example;
};

/** Numbers of one instruction after running an example. */
function numbersOf(id: string, name: string, path: number[] = []): number[] {
  const { text, inputs } = exampleOf(id);
  const analysis = service.analyze(text);
  expect(service.run(given(inputs)).report).toMatchObject({ ok: true, error: null });
  const entry = analysis.computations.find((computation) => computation.entry)?.name ?? '';
  const found = findSelected(analysis, { computation: entry, instruction: name });
  if (found?.instruction !== name) throw new Error(`no instruction ${name}`);
  const summary = service.summary(analysis.program, 0, found.outline.id, path);
  const count = summary.leaf?.elements ?? 0;
  const { numbers } = service.cells(analysis.program, 0, found.outline.id, path, [[0, count]]);
  return [...(numbers[0] ?? [])];
}

const errors = (analysis: Analysis) =>
  analysis.diagnostics.filter(({ severity }) => severity === 'error');

describe.each(EXAMPLES.map((example) => [example.title, example] as const))('%s', (_, example) => {
  const faulty = example.id === 'mistakes';
  test(faulty ? 'has exactly five errors' : 'is read without a message and runs', () => {
    const analysis = service.analyze(example.text);
    if (faulty) {
      expect(errors(analysis)).toHaveLength(5);
      expect(service.run(given(example.inputs)).previews).toHaveLength(3);
      return;
    }
    expect(analysis.diagnostics).toEqual([]);
    expect(analysis).toMatchObject({ ok: true, cannotRun: '' });
    const { report, previews } = service.run(given(example.inputs));
    expect(report).toMatchObject({ ok: true, error: null });
    const entry = analysis.computations.find((computation) => computation.entry);
    const shown = new Set(previews.map(({ instruction }) => instruction));
    expect(entry?.instructions.every(({ id }) => shown.has(id))).toBe(true);
  });
  test('has a hint, and settings that fit the program', () => {
    expect(example.hint).not.toBe('');
    const analysis = service.analyze(example.text);
    expect(example.inputs.length).toBeLessThanOrEqual(entryParameters(analysis).length);
    if (example.selection !== null) {
      expect(findSelected(analysis, example.selection)).toMatchObject(example.selection);
    }
  });
});

describe('values', () => {
  test('the first program halves its input', () => {
    expect(numbersOf('tiles', 'y')).toEqual(Array.from({ length: 15 }, (_, k) => k / 2));
  });
  test('rows of a softmax sum to one', () => {
    const values = numbersOf('softmax', 'softmax');
    for (let row = 0; row < 4; row++) {
      const sum = values.slice(6 * row, 6 * row + 6).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 6);
    }
  });
  test('argmax finds the places of the largest values', () => {
    const x = numbersOf('argmax', 'x');
    const rows = [0, 1, 2, 3].map((row) => x.slice(6 * row, 6 * row + 6));
    expect(numbersOf('argmax', 'place')).toEqual(rows.map((row) => row.indexOf(Math.max(...row))));
  });
  test('six Newton steps reach the square root of two', () => {
    expect(numbersOf('while', 'result')[0]).toBeCloseTo(Math.SQRT2, 6);
  });
  test('the interior of pad lies between elements', () => {
    // padding=1_0_1x0_2_1: 1 + 3 + 2 * 1 = 6 rows, 4 + 3 * 1 + 2 = 9 columns; row 1 is the first with data.
    const y = numbersOf('pad', 'y');
    expect(y).toHaveLength(54);
    expect(y.slice(9, 18)).toEqual([0, -1, 1, -1, 2, -1, 3, -1, -1]);
    expect(y.slice(0, 9).every((value) => value === -1)).toBe(true);
  });
  test('packed integers wrap around', () => {
    // -8 * 3 = -24 = 8 modulo 16 = -8; -7 * 3 = -21 = -5; -6 * 3 = -18 = -2.
    expect(numbersOf('packed', 'wrapped').slice(0, 3)).toEqual([-8, -5, -2]);
  });
  test('an all-reduce adds up the rows of each group', () => {
    // Replica r holds 10^r in every element; groups {0,1} and {2,3}.
    expect(numbersOf('all_reduce', 'sums')).toEqual([11, 11, 11]);
  });
  test('a score is the sum of products over the last dimension', () => {
    const q = numbersOf('dot', 'queries');
    const k = numbersOf('dot', 'keys');
    const first = [0, 1, 2].reduce((sum, d) => sum + (q[d] ?? 0) * (k[d] ?? 0), 0);
    expect(numbersOf('dot', 'scores')[0]).toBeCloseTo(first, 5);
  });
});

describe('texts that cannot be run as a whole', () => {
  const evaluated = (text: string): Evaluation => {
    const analysis = service.analyze(text);
    const outcome = analysis.runnable ? service.run(given([])) : null;
    return { text, analysis, outcome, done: true, milliseconds: 0 };
  };
  const named = (evaluation: Evaluation, name: string): InstructionOutline => {
    const all = evaluation.analysis.computations.flatMap(({ instructions }) => instructions);
    const found = all.find((outline) => outline.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const reason = (evaluation: Evaluation, name: string): string =>
    missingReason(evaluation, named(evaluation, name), service.tables().ops, valued(evaluation))
      .text;
  const valued = ({ analysis, outcome }: Evaluation): Set<number> => {
    if (outcome === null) return new Set();
    const all = analysis.computations.flatMap(({ instructions }) => instructions);
    const ids = all.map(({ id }) => id).filter((id) => id >= 0);
    const executions = service.executions(analysis.program, 0, ids);
    return new Set(ids.filter((_, k) => (executions[k] ?? 0) > 0));
  };

  const FAULTY = `/* é */ ENTRY e {
  x = f32[3] parameter(0)
  a = f32[3] negated(x)
  b = f32[3] exponential(a)
  c = f32[3] negate(x)
  ROOT t = f32[3] add(b, c)
}`;
  test('good instructions have values; faulty ones can be selected and say why they have none', () => {
    const evaluation = evaluated(FAULTY);
    const names = evaluation.analysis.computations[0]?.instructions.map(({ name }) => name);
    expect(names).toEqual(['x', 'a', 'b', 'c', 't']);
    const valued = evaluation.outcome?.previews.map(({ instruction }) => instruction);
    expect(valued).toEqual([named(evaluation, 'x').id, named(evaluation, 'c').id]);
    expect(reason(evaluation, 'a')).toContain("unknown opcode 'negated'");
    expect(reason(evaluation, 'b')).toContain("needs 'a'");
    expect(reason(evaluation, 't')).toContain("needs 'a'");
    expect(findSelected(evaluation.analysis, null)?.instruction).toBe('t');
  });
  test('places of faulty instructions count bytes', () => {
    const a = named(evaluated(FAULTY), 'a');
    const bytes = new TextEncoder().encode(FAULTY);
    const at = ([begin, end]: readonly [number, number]): string =>
      new TextDecoder().decode(bytes.subarray(begin, end));
    expect(at(a.nameSpan)).toBe('a');
    expect(at(a.shapeSpan)).toBe('f32[3]');
    expect(at(a.opcodeSpan)).toBe('negated');
    expect(a.operandSpans.map(at)).toEqual(['x']);
  });
  test('a fault in a called computation reaches its caller', () => {
    const evaluation = evaluated(`f {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  ROOT r = f32[] adds(p, q)
}
ENTRY e {
  x = f32[3] parameter(0)
  z = f32[] constant(0)
  s = f32[] reduce(x, z), dimensions={0}, to_apply=f
  ROOT w = f32[] negate(z)
}`);
    expect(reason(evaluation, 's')).not.toBe('');
    expect(evaluation.outcome?.previews).not.toEqual([]);
  });
  test('an op that is not evaluated and a left out constant are remarks, no errors', () => {
    const evaluation = evaluated(`ENTRY e {
  x = f32[3] parameter(0)
  c = f32[3] constant({...})
  n = f32[3] negate(x)
  ROOT r = f32[3] add(n, c)
}`);
    expect(messagesOf(evaluation, service.tables().ops)).toMatchObject([
      { severity: 'info', line: 3, column: 14 },
    ]);
    expect(reason(evaluation, 'r')).toContain("needs 'c'");
  });
  test('a custom call without a handler is a remark; what comes before it has values', () => {
    const evaluation = evaluated(`ENTRY e {
  x = f32[3] parameter(0)
  c = f32[3] custom-call(x), custom_call_target="tpu_custom_call"
  n = f32[3] negate(x)
  ROOT r = f32[3] add(n, c)
}`);
    expect(evaluation.outcome?.previews.map(({ text }) => text)).toEqual(['[0 1 2]']);
    const [remark, ...others] = messagesOf(evaluation, service.tables().ops);
    expect(others).toEqual([]);
    expect(remark).toMatchObject({ severity: 'info', line: 3, column: 14, notes: [] });
    expect(remark?.message).toContain('`tpu_custom_call`');
    expect(remark?.message).not.toContain('handler');
    expect(reason(evaluation, 'r')).toContain("needs 'c'");
    expect(reason(evaluation, 'n')).toContain("ended before it, at 'c'");
  });
  test('a large array is left out, and what does not need it has values', () => {
    for (const large of ['iota(), iota_dimension=0', 'parameter(1)']) {
      const evaluation = evaluated(`ENTRY e {
  x = f32[3] parameter(0)
  i = f32[100000000] ${large}
  n = f32[3] negate(x)
  s = f32[3] slice(i), slice={[0:3]}
  c = f32[3] add(n, n)
  ROOT t = (f32[3], f32[3]) tuple(c, s)
}`);
      expect(evaluation.outcome?.previews.map(({ text }) => text)).toEqual([
        '[0 1 2]',
        '[-0 -1 -2]',
        '[-0 -2 -4]',
      ]);
      expect(reason(evaluation, 'i')).toMatch(/^No value: 'i' has 100\u202f000\u202f000 elements/);
      expect(reason(evaluation, 't')).toContain("needs 'i'");
      const list = messagesOf(evaluation, service.tables().ops);
      expect(list).toMatchObject([{ severity: 'info', line: 3 }]);
    }
  });
  test('too many devices are told at the place of their number', () => {
    const text = 'HloModule m, replica_count=1000000\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}';
    const at = text.indexOf('replica_count');
    expect(messagesOf(evaluated(text), service.tables().ops)).toMatchObject([
      { code: 'R09', line: 1, column: at + 1, span: [at, at + 'replica_count=1000000'.length] },
    ]);
  });
  test('the last line of an unfinished text is no root', () => {
    const unfinished = evaluated('ENTRY e {\n  x = f32[4] parameter(0)\n  y = f32[4] exp');
    expect(named(unfinished, 'x').root).toBe(false);
    const whole = evaluated('ENTRY e {\n  x = f32[4] parameter(0)\n  ROOT y = f32[4] exp(x)\n}');
    expect(named(whole, 'y').root).toBe(true);
  });
  test('an endless program that was stopped is run again for a moment', () => {
    const text = `b {
  p = s32[] parameter(0)
  ROOT q = s32[] add(p, p)
}
c {
  p = s32[] parameter(0)
  ROOT t = pred[] constant(true)
}
ENTRY e {
  x = s32[] constant(3)
  n = s32[] negate(x)
  ROOT w = s32[] while(n), condition=c, body=b
}`;
    const analysis = service.analyze(text);
    let outcome = service.begin(given([]), [0, text.length], true);
    while (outcome.report.suspended) outcome = service.resume();
    const evaluation = { text, analysis, outcome, done: true, milliseconds: 0 };
    const texts = new Map(outcome.previews.map((preview) => [preview.instruction, preview.text]));
    expect(texts.get(named(evaluation, 'n').id)).toBe('-3');
    expect(texts.has(named(evaluation, 'q').id)).toBe(true);
    const [remark] = messagesOf(evaluation, service.tables().ops);
    expect(remark).toMatchObject({ severity: 'info', code: '' });
    expect(remark?.message).toMatch(/^stopped: .* in loop 'w' after \d+ iterations$/);
  });
  test('an array that would take seconds is laid out, but not run', () => {
    const evaluation = evaluated(
      'add.936 = bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)} add(exponential.183, broadcast.3115)',
    );
    expect(evaluation.outcome).toMatchObject({ previews: [], tooLarge: { elements: 167772160 } });
    expect(reason(evaluation, 'add.936')).toContain('elements');
    expect(messagesOf(evaluation, service.tables().ops).at(0)).toMatchObject({ severity: 'info' });
  });
});

describe('layouts', () => {
  test('element (2,3) of tiles 2 by 2 is at position 17', () => {
    expect(service.explainIndex('f32[3,5]{1,0:T(2,2)}', [2, 3])).toMatchObject({
      ok: true,
      position: 17,
      byte: 68,
    });
    expect(service.explainPosition('f32[3,5]{1,0:T(2,2)}', 17).index).toEqual([2, 3]);
    expect(service.explainPosition('f32[3,5]{1,0:T(2,2)}', 9).index).toBeNull();
  });
  test('positions and elements are each other turned round', () => {
    const shape = 'bf16[4,8]{1,0:T(2,4)(2,1)}';
    const [positions] = service.positions(shape, [[0, 32]]);
    const [elements] = service.elementsAt(shape, [[0, 32]]);
    expect([...(positions ?? [])].map((position) => elements?.[position])).toEqual(
      Array.from({ length: 32 }, (_, k) => k),
    );
  });
  test('eight KiB take 32 times as much in tiles of 8 by 128', () => {
    const [report] = service.describe('s32[64,8,4]{2,1,0:T(8,128)}').leaves;
    expect(report).toMatchObject({ bytes: 262144, unpaddedBytes: 8192, expansion: '32' });
  });
  test('reports where a text is not a shape', () => {
    const report = service.describe('f32[3,5]{1,7}');
    expect(report.ok).toBe(false);
    expect(report.error?.message).not.toBe('');
  });
});

test('a question about a replaced program is refused', () => {
  const old = service.analyze('ENTRY e { ROOT a = f32[] constant(1) }');
  service.run(given([]));
  service.analyze('ENTRY e { ROOT a = f32[] constant(2) }');
  expect(() => service.summary(old.program, 0, 0, [])).toThrow(StaleProgram);
});

test('single elements are gathered in the order asked for', () => {
  const analysis = service.analyze('ENTRY e { ROOT a = s32[6] iota(), iota_dimension=0 }');
  service.run(given([]));
  const id = analysis.computations[0]?.instructions[0]?.id ?? -1;
  expect(service.gather(analysis.program, 0, id, [], [4, 5, -1, 0])).toEqual(['4', '5', '', '0']);
});

test('the tables name every op with its attributes', () => {
  const { ops, codes } = service.tables();
  expect(ops.find(({ name }) => name === 'reduce')?.attributes.map(({ name }) => name)).toContain(
    'to_apply',
  );
  expect(codes.some(({ code }) => code === 'N01')).toBe(true);
});

test('previews come for the part of the text that is on screen, and for the entry', () => {
  const sums = Array.from(
    { length: 200 },
    (_, k) => `s${k} {\n  a = f32[] parameter(0)\n  ROOT b = f32[] add(a, a)\n}\n`,
  ).join('');
  const calls = Array.from(
    { length: 200 },
    (_, k) => `  c${k} = f32[] call(x), to_apply=s${k}\n`,
  ).join('');
  const text = `${sums}ENTRY e {\n  x = f32[] constant(3)\n${calls}  ROOT r = f32[] negate(x)\n}\n`;
  const analysis = service.analyze(text);
  const at = text.indexOf('s150 {');
  const { previews } = service.run(given([]), [at, at + 40]);
  const computation = analysis.computations.find(({ name }) => name === 's150');
  const entry = analysis.computations.find((entry) => entry.entry)?.instructions ?? [];
  const have = new Set(previews.map(({ instruction }) => instruction));
  expect(computation?.instructions.every(({ id }) => have.has(id))).toBe(true);
  expect(entry.slice(0, 60).every(({ id }) => have.has(id))).toBe(true);
  expect(have.has(entry.at(-1)?.id ?? -1)).toBe(true);
  expect(previews.length).toBeLessThan(80);
  const last = entry.at(-2)?.id ?? -1;
  expect(service.previews(analysis.program, 0, [last, 99_999])).toMatchObject([{ text: '6' }]);
});

describe('several devices', () => {
  const TEXT = `HloModule m, replica_count=4
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
ENTRY e {
  x = f32[2] parameter(0)
  r = f32[2] all-reduce(x), replica_groups={{0,1},{2,3}}, to_apply=add
  ROOT t = (f32[2]) tuple(r)
}`;
  const EACH: Input[] = [{ kind: 'devices', json: ['[1, 0]', '[2, 0]', '[4, 0]', '[8, 0]'] }];

  test('each has its own inputs and values', () => {
    const { program } = service.analyze(TEXT);
    const { report, previews } = service.run({ ...given(EACH), device: 3 });
    expect(report.error).toBeNull();
    expect(previews.map(({ text }) => text)).toContain('[12 0]');
    const texts = [0, 1, 2, 3].map(
      (device) => service.cells(program, device, 4, [], [[0, 2]]).texts[0],
    );
    expect(texts).toEqual([
      ['3', '0'],
      ['3', '0'],
      ['12', '0'],
      ['12', '0'],
    ]);
    expect(service.devices(program, 4, 5, [0], [[0, 1]])).toEqual([
      { device: 0, executions: 1, texts: [['3']], sameAs: 0, compared: 2 },
      { device: 1, executions: 1, texts: [['3']], sameAs: 0, compared: 2 },
      { device: 2, executions: 1, texts: [['12']], sameAs: 2, compared: 2 },
      { device: 3, executions: 1, texts: [['12']], sameAs: 2, compared: 2 },
    ]);
  });

  test('the report lists the groups that exchanged values', () => {
    service.analyze(TEXT);
    expect(service.run(given(EACH)).report.exchanges).toEqual([
      {
        computation: 'e',
        instruction: 'r',
        groups: [
          { devices: [0, 1], bytes: 8 },
          { devices: [2, 3], bytes: 8 },
        ],
      },
    ]);
  });

  test('an instruction that did not run has no value on any device', () => {
    const { program } = service.analyze(`HloModule m, replica_count=2
ENTRY e {
  x = token[] after-all()
  ROOT y = (token[]) tuple(x)
}`);
    service.run(given([]));
    expect(service.devices(program, 2, 0, [], [[0, 1]])).toMatchObject([
      { texts: null },
      { texts: null },
    ]);
  });
});
