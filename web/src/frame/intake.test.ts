// SPDX-License-Identifier: Apache-2.0
// Which of the files that are opened takes the place of the program, and when.
import { afterEach, describe, expect, test } from 'vitest';
import { IMPORTERS } from '../intake/recognize';
import { askedSizes } from '../intake/sizes';
import { INITIAL, type State } from '../state/state';
import { createStore, type Store } from '../state/store';
import { makeIntake, watchForeign } from './intake';

const MODULE = (name: string, more = ''): string =>
  `HloModule ${name}\n\nENTRY e {\n  ROOT x = f32[2] parameter(0)${more}\n}\n`;
const ARGUMENTS = '[{"shape": "f32[2]", "data": [3, 4]}]';

/** A store whose text is read at once, with parameters of these shapes. */
function newStore(shapes = ['f32[2]{0}'], old = 'old', partitions = 1): Store {
  const store = createStore({ ...INITIAL, text: old, program: 'p0' });
  const instructions = shapes.map((shape, parameter) => ({
    opcode: 'parameter',
    shape,
    parameter,
    span: [0, old.length],
  }));
  const read = (text: string): void => {
    const computations = [{ name: 'e', entry: true, instructions }];
    const analysis = { computations, replicas: 1, partitions };
    const event = { kind: 'analyzed', text, analysis } as unknown;
    store.dispatch({ kind: 'engine', event } as Parameters<Store['dispatch']>[0]);
  };
  store.subscribe((now, before) => {
    if (now.text !== before.text) setTimeout(() => read(now.text), 5);
  });
  read(old);
  return store;
}

const file = (name: string, text: string): File => new File([text], name);
/** As numpy.save writes a list. */
function npy(name: string, descr: string, data: ArrayBufferView & { length: number }): File {
  const fields = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${data.length},), }`;
  const header = [0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0];
  const all = [...header, ...Buffer.from(`${fields.padEnd(117)}\n`)];
  return new File([new Uint8Array(all), data.buffer as ArrayBuffer], name);
}
const names = ({ modules }: State): string[] => modules.map(({ name }) => name);

const own = [...IMPORTERS];
afterEach(() => {
  IMPORTERS.splice(0, Infinity, ...own);
});

/** Files that begin with SLOW are read when `finish` is called. */
function slowImporter(): { finish: () => void } {
  let finish = (): void => undefined;
  const waited = new Promise<void>((resolve) => {
    finish = resolve;
  });
  IMPORTERS.unshift({
    takes: (_, text) => text?.startsWith('SLOW') === true,
    async read() {
      await waited;
      const module = { name: 'slow', text: MODULE('slow') };
      return { format: 'StableHLO', module, note: '', arguments: null, source: null };
    },
  });
  return { finish: () => finish() };
}

test('arguments are given to the module that is opened with them, whatever their order', async () => {
  const store = newStore();
  const files = [file('x.args.json', ARGUMENTS), file('x.hlo', MODULE('x'))];
  await makeIntake(store).files(files);
  expect(store.state()).toMatchObject({
    text: MODULE('x'),
    inputs: [{ kind: 'literal', json: '{"shape":"f32[2]","data":[3,4]}' }],
    pane: 'inputs',
  });
});

test('an array is given to a parameter of the module that is opened with it', async () => {
  const store = newStore();
  const array = npy('a.npy', '<f4', new Float32Array([7, 8]));
  await makeIntake(store).files([array, file('x.hlo', MODULE('x'))]);
  expect(store.state().inputs).toEqual([
    { kind: 'literal', json: '{"shape":"f32[2]","data":[7,8]}' },
  ]);
});

describe('an array of another type', () => {
  const json = ({ inputs }: State): unknown[] =>
    inputs.map((input) =>
      input.kind === 'literal' ? (JSON.parse(input.json) as unknown) : input.kind,
    );

  test('is converted to that of the parameter of its sizes, which a notice says', async () => {
    const store = newStore(['f32[2]{0}', 's32[2]{0}', 'bf16[3]{0}']);
    await makeIntake(store).files([
      npy('tokens.npy', '<i8', new BigInt64Array([7n, -8n])),
      npy('x.npy', '<f8', new Float64Array([0.5, 0.1])),
      npy('y.npy', '<f8', new Float64Array([1, 2, 3])),
    ]);
    expect(json(store.state())).toEqual([
      { shape: 'f32[2]', data: [0.5, Math.fround(0.1)] },
      { shape: 's32[2]', data: [7, -8] },
      { shape: 'bf16[3]', data: [1, 2, 3] },
    ]);
    expect(store.state()).toMatchObject({
      pane: 'inputs',
      notice: {
        text:
          'Converted from s64 to s32: tokens.npy. Converted from f64 to f32: x.npy. ' +
          'Converted from f64 to bf16: y.npy.',
      },
    });
  });

  test('leaves a parameter to one of its own type', async () => {
    const store = newStore(['f32[2]{0}', 'f64[2]{0}']);
    await makeIntake(store).files([npy('x.npy', '<f8', new Float64Array([0.5, 0.1]))]);
    expect(store.state().inputs[1]).toEqual({
      kind: 'literal',
      json: '{"shape":"f64[2]","data":[0.5,0.1]}',
    });
    expect(store.state().notice).toBeNull();
  });

  test('is refused with the number that does not fit', async () => {
    const store = newStore(['s32[2]{0}']);
    await makeIntake(store).files([npy('t.npy', '<i8', new BigInt64Array([1n, 1n << 32n]))]);
    expect(store.state().notice?.text).toBe('t.npy is s64[2], and 4294967296 does not fit s32.');
    expect(store.state().inputs).toEqual([]);
  });

  test('that cannot become that of the parameter is said to differ in it', async () => {
    const store = newStore(['f32[3]{0}', 's32[2]{0}']);
    const float = new Float64Array([1, 2]);
    await makeIntake(store).files([npy('x.npy', '<f8', float)]);
    expect(store.state().notice?.text).toBe(
      'x.npy is f64[2], and the parameter of these sizes is s32[2].',
    );
    await makeIntake(store).files([npy('y.npy', '<f8', new Float64Array(5))]);
    expect(store.state().notice?.text).toBe(
      'y.npy is f64[5], and no parameter of the program has that shape.',
    );
  });
});

test('arrays of one file fill parameters of their sizes in their order, converted', async () => {
  const store = newStore(['f32[2]{0}', 'f32[2]{0}']);
  // numpy.savez_compressed(file, b=float64([1, 2]), a=float64([3, 4]))
  const npz = Buffer.from(
    'UEsDBBQAAAAIAAAAIQBkW6q/TAAAAJAAAAAFABQAYi5ucHkBABAAkAAAAAAAAABMAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6mjoKtQoUAC4GMPhgD6EZHABQSwMEFAAAAAgAAAAhAFyJ6dlMAAAAkAAAAAUAFABhLm5weQEAEACQAAAAAAAAAEwAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgbpNmoa6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkaRjqaOgq1ChQALgYw4HCA0AIOAFBLAQIUAxQAAAAIAAAAIQBkW6q/TAAAAJAAAAAFAAAAAAAAAAAAAACAAQAAAABiLm5weVBLAQIUAxQAAAAIAAAAIQBcienZTAAAAJAAAAAFAAAAAAAAAAAAAACAAYMAAABhLm5weVBLBQYAAAAAAgACAGYAAAAGAQAAAAA=',
    'base64',
  );
  await makeIntake(store).files([new File([npz], 'all.npz')]);
  expect(store.state().inputs).toEqual([
    { kind: 'literal', json: '{"shape":"f32[2]","data":[1,2]}' },
    { kind: 'literal', json: '{"shape":"f32[2]","data":[3,4]}' },
  ]);
  expect(store.state().notice?.text).toBe('Converted from f64 to f32: b and 1 more.');
});

test('an array of all devices is split as the sharding says, others are for each device', async () => {
  const store = newStore(['s32[2]{0}'], 'x = s32[2] parameter(0), sharding={devices=[2]<=[2]}', 2);
  const intake = makeIntake(store);
  await intake.files([npy('x.npy', '<i8', new BigInt64Array([1n, 2n, 3n, 4n]))]);
  expect(store.state().inputs).toEqual([
    {
      kind: 'devices',
      json: ['{"shape":"s32[2]","data":[1,2]}', '{"shape":"s32[2]","data":[3,4]}'],
    },
  ]);
  expect(store.state().notice?.text).toBe(
    'Converted from s64 to s32: x.npy. Split among the devices: x.npy.',
  );
  await intake.files([npy('y.npy', '<i4', new Int32Array([5, 6]))]);
  expect(store.state().inputs).toEqual([
    { kind: 'literal', json: '{"shape":"s32[2]","data":[5,6]}' },
  ]);
});

test('a report leaves the program, dropped and pasted', async () => {
  const store = newStore();
  const report = 'BufferAssignment:\nallocation 0: size 16, parameter 0:\n\n';
  await makeIntake(store).files([file('m-buffer-assignment.txt', report)]);
  expect(store.state()).toMatchObject({ text: 'old', program: 'p0' });
  expect(store.state().notice?.text).toContain('is a buffer-assignment report');
  await makeIntake(store).text(report);
  expect(store.state()).toMatchObject({ text: 'old', program: 'p0' });
  expect(store.state().notice?.text).toMatch(/^This is a buffer-assignment report/);
});

test('a file is opened beside the program, and compared with it with the same inputs', async () => {
  const store = newStore();
  const intake = makeIntake(store);
  await intake.files([file('x.args.json', ARGUMENTS), file('x.hlo', MODULE('m'))]);
  const { inputs } = store.state();
  await intake.compare([file('y.hlo', MODULE('m', ', metadata={op_name="y"}'))]);
  expect(names(store.state())).toEqual(['x.hlo', 'y.hlo']);
  expect(store.state()).toMatchObject({ module: 1, compared: 0, inputs, pane: 'changes' });
  // And another one, with the one that is open.
  await intake.compare([file('z.hlo', MODULE('m', ', metadata={op_name="z"}'))]);
  expect(names(store.state())).toEqual(['x.hlo', 'y.hlo', 'z.hlo']);
  expect(store.state()).toMatchObject({ module: 2, compared: 1 });
});

test('what is not HLO is not compared, and leaves the program', async () => {
  const store = newStore();
  await makeIntake(store).compare([file('notes.txt', 'some words\n')]);
  expect(store.state()).toMatchObject({ text: 'old', program: 'p0', modules: [] });
  expect(store.state().notice?.text).toContain('notes.txt is not HLO');
});

test('stages of a dump are in the order of the passes, and the last one is open', async () => {
  const store = newStore();
  const large = MODULE('jit_f', ', metadata={op_name="before"}');
  await makeIntake(store).files([
    file('module_0001.jit_f.cpu_after_optimizations.txt', MODULE('jit_f')),
    file('module_0001.jit_f.0002.simplify.after_a.before_b.txt', MODULE('jit_f')),
    file('module_0001.jit_f.before_optimizations.txt', large),
    file('module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt', 'BufferAssignment:\n'),
    file('module_0002.jit_g.before_optimizations.txt', MODULE('jit_g')),
  ]);
  expect(names(store.state())).toEqual([
    'jit_f: before_optimizations',
    'jit_f: 0002.simplify.after_a.before_b',
    'jit_f: cpu_after_optimizations',
    'jit_g: before_optimizations',
  ]);
  expect(store.state()).toMatchObject({ module: 2, text: MODULE('jit_f') });
  expect(store.state().notice?.text).toBe(
    '3 stages of jit_f of 4 modules in all: the last one is open, and Changes compares them. ' +
      '1 other file of the dump was not opened.',
  );
});

test('the stages of one module are named without it', async () => {
  const store = newStore();
  await makeIntake(store).files([
    file('module_0001.jit_f.cpu_after_optimizations.txt', MODULE('jit_f')),
    file('module_0001.jit_f.before_optimizations.txt', MODULE('jit_f')),
  ]);
  expect(names(store.state())).toEqual(['before_optimizations', 'cpu_after_optimizations']);
});

test('the modules of several files are at hand together, and the largest one is open', async () => {
  const store = newStore();
  const large = MODULE('jit_f', ', metadata={op_name="before"}');
  const files = [
    file('1.hlo', MODULE('jit_f')),
    file('2.hlo', large),
    file('3.hlo', `${MODULE('a')}\n${MODULE('b')}`),
  ];
  await makeIntake(store).files(files);
  const state = store.state();
  expect(names(state)).toEqual(['1.hlo', '2.hlo', '3.hlo: a', '3.hlo: b']);
  expect(state).toMatchObject({ text: large, module: 1, title: '1.hlo and 2 more' });
  expect(state.notice?.text).toBe('4 modules: the largest one is open.');
});

test('the notice names a file that is not HLO among modules', async () => {
  const store = newStore();
  await makeIntake(store).files([file('a.hlo', MODULE('a')), file('b.txt', 'nothing at all')]);
  expect(store.state().text).toBe(MODULE('a'));
  expect(store.state().notice?.text).toContain('b.txt is not HLO');
});

test('a slow import says that it is under way', async () => {
  const store = newStore();
  const importer = slowImporter();
  const done = makeIntake(store).files([file('step.mlir', 'SLOW')]);
  await expect.poll(() => store.state().notice?.text).toBe('Importing step.mlir.');
  importer.finish();
  await done;
  expect(store.state()).toMatchObject({ text: MODULE('slow'), title: 'step.mlir' });
  expect(store.state().notice?.text).toBe('Converted from StableHLO.');
});

test('a slow import does not overwrite what was written meanwhile, but is offered', async () => {
  const store = newStore();
  const importer = slowImporter();
  const done = makeIntake(store).files([file('step.mlir', 'SLOW')]);
  store.dispatch({ kind: 'edit', text: 'new' });
  importer.finish();
  await done;
  expect(store.state().text).toBe('new');
  const offer = store.state().notice?.offer;
  expect(offer?.label).toBe('Open it');
  if (offer) store.dispatch(offer.action);
  expect(store.state().text).toBe(MODULE('slow'));
});

test('a slow import gives way to a file that is opened after it', async () => {
  const store = newStore();
  const importer = slowImporter();
  const slow = makeIntake(store).files([file('step.mlir', 'SLOW')]);
  await makeIntake(store).files([file('x.hlo', MODULE('x'))]);
  importer.finish();
  await slow;
  expect(store.state()).toMatchObject({ text: MODULE('x'), notice: null });
});

describe('a program whose sizes are open', () => {
  /** Takes files that begin with OPEN and name what they leave open. */
  function openImporter(): void {
    IMPORTERS.unshift({
      takes: (bytes) => new TextDecoder().decode(bytes).startsWith('OPEN'),
      read(bytes, _, sizes) {
        const missing = new TextDecoder().decode(bytes).replaceAll('\0', '').split(' ').slice(1);
        const findings = missing.map((name) => ({ message: `; give it with --dim ${name}=8` }));
        const asked = askedSizes(findings, sizes);
        const format = 'StableHLO';
        if (missing.some((name) => sizes[name] === undefined)) {
          return Promise.resolve({ format, failure: 'Sizes are open.', sizes: asked });
        }
        const module = { name: 'open', text: MODULE(`open_${Object.values(sizes).join('_')}`) };
        const source = { text: 'OPEN', sizes, links: [], findings: [], made: null, edited: false };
        return Promise.resolve({ format, module, note: '', arguments: null, source });
      },
    });
  }

  test('is converted with the sizes that are given, one after the other', async () => {
    const store = newStore([]);
    watchForeign(store);
    openImporter();
    await makeIntake(store).text('OPEN b c');
    await expect.poll(() => store.state().foreign?.sizes).toEqual({ b: 8 });
    const { program } = store.state();
    store.state().foreign?.convert?.({ b: 2 });
    await expect.poll(() => store.state().foreign?.sizes).toEqual({ b: 2, c: 8 });
    // It is the same text, which has its entry in the history.
    expect(store.state()).toMatchObject({ text: 'OPEN b c', program });
    store.state().foreign?.convert?.({ b: 4, c: 5 });
    await expect.poll(() => store.state().text).toBe(MODULE('open_4_5'));
    expect(store.state()).toMatchObject({ foreign: null, source: { sizes: { b: 4, c: 5 } } });
  });

  test('is asked about beside the open program if it is binary', async () => {
    const store = newStore();
    openImporter();
    await makeIntake(store).files([file('x.bin', 'OPEN b\0'), file('large.hlo', MODULE('a'))]);
    const { text, notice } = store.state();
    expect(text).toBe(MODULE('a'));
    expect(notice).toMatchObject({ text: 'x.bin is StableHLO. Sizes are open.', sizes: { b: 8 } });
    notice?.convert?.({ b: 3 });
    await expect.poll(() => names(store.state())).toEqual(['x.bin', 'large.hlo']);
  });

  test('is asked about again when it is pasted again', async () => {
    const store = newStore([]);
    watchForeign(store);
    openImporter();
    await makeIntake(store).text('OPEN b');
    await expect.poll(() => store.state().foreign?.sizes).toEqual({ b: 8 });
    const before = store.state().foreign;
    await makeIntake(store).text('OPEN b');
    expect(store.state().foreign).not.toBe(before);
    expect(store.state().foreign?.sizes).toEqual({ b: 8 });
  });
});
