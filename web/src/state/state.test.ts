// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { EngineEvent } from '../engine/engine_client';
import type { Analysis, InstructionOutline } from '../engine/types';
import { INITIAL, reduce, type State } from './state';
import { findSelected, neighbor } from '../program/selection';

const instruction = (id: number, name: string, root = false): InstructionOutline => ({
  id,
  name,
  opcode: 'add',
  shape: 'f32[]',
  operands: [],
  calls: [],
  root,
  parameter: -1,
  synthesized: false,
  elements: 0,
  span: [0, 0],
  nameSpan: [0, 0],
  shapeSpan: [0, 0],
  opcodeSpan: [0, 0],
  operandSpans: [],
});

const analysis: Analysis = {
  program: 1,
  ok: true,
  runnable: true,
  cannotRun: '',
  name: 'm',
  replicas: 1,
  partitions: 1,
  diagnostics: [],
  computations: [
    {
      name: 'sum',
      entry: false,
      span: [0, 0],
      nameSpan: [0, 0],
      instructions: [instruction(0, 'a', true)],
    },
    {
      name: 'main',
      entry: true,
      span: [0, 0],
      nameSpan: [0, 0],
      instructions: [instruction(1, 'a'), instruction(2, 'b', true), instruction(3, 'c')],
    },
  ],
  milliseconds: 0,
};

describe('the selection', () => {
  test('without one it is the root of the entry', () => {
    expect(findSelected(analysis, null)?.outline.id).toBe(2);
  });
  test('is by name, in its computation', () => {
    const found = findSelected(analysis, { computation: 'main', instruction: 'a' });
    expect(found?.outline.id).toBe(1);
  });
  test('falls back to the root when the name is gone', () => {
    expect(findSelected(analysis, { computation: 'sum', instruction: 'z' })?.outline.id).toBe(2);
  });
  test('steps through all computations and stops at both ends', () => {
    const first = { computation: 'sum', instruction: 'a' };
    expect(neighbor(analysis, first, -1)).toEqual(first);
    expect(neighbor(analysis, first, 1)).toEqual({ computation: 'main', instruction: 'a' });
    const last = { computation: 'main', instruction: 'c' };
    expect(neighbor(analysis, last, 1)).toEqual(last);
  });
  test('a new one forgets slice, element, tuple path and tried layout', () => {
    const before: State = { ...INITIAL, slice: [1], element: 4, path: [0], whatIf: '{0}' };
    const after = reduce(before, {
      kind: 'select',
      selection: { computation: 'main', instruction: 'a' },
    });
    expect(after).toMatchObject({ slice: [], element: null, path: [], whatIf: null });
  });
});

describe('evaluations', () => {
  const analyzed = reduce(
    { ...INITIAL, text: 'x', phase: 'busy' },
    { kind: 'engine', event: { kind: 'analyzed', text: 'x', analysis } },
  );
  test('an analysis alone does not replace what is shown', () => {
    expect(analyzed.evaluation).toMatchObject({ text: 'x', done: false });
    expect(analyzed.shown).toBeNull();
    expect(analyzed.phase).toBe('busy');
  });
  test('the end of the run does', () => {
    const done = reduce(analyzed, {
      kind: 'engine',
      event: { kind: 'evaluated', outcome: null, milliseconds: 3 },
    });
    expect(done.shown).toBe(done.evaluation);
    expect(done).toMatchObject({ phase: 'idle', shown: { done: true, milliseconds: 3 } });
  });
  test('a stopped run stays stopped after its text was read again', () => {
    const stopped = reduce(analyzed, { kind: 'engine', event: { kind: 'stopped' } });
    const read = reduce(stopped, {
      kind: 'engine',
      event: { kind: 'evaluated', outcome: null, milliseconds: 1 },
    });
    expect(read.phase).toBe('stopped');
  });
  test('why the engine broke is known until it has run a text again', () => {
    const event = (state: State, next: EngineEvent): State =>
      reduce(state, { kind: 'engine', event: next });
    const broken = event(analyzed, { kind: 'broken', message: 'out of memory' });
    const trying = event(broken, { kind: 'busy' });
    expect(trying).toMatchObject({ phase: 'busy', problem: 'out of memory' });
    const done = event(trying, { kind: 'evaluated', outcome: null, milliseconds: 1 });
    expect(done).toMatchObject({ phase: 'idle', problem: '' });
  });
});

test('an input for a later parameter leaves the earlier ones at their default', () => {
  const after = reduce(INITIAL, { kind: 'input', parameter: 2, input: { kind: 'ones' } });
  expect(after.inputs).toEqual([{ kind: 'auto' }, { kind: 'auto' }, { kind: 'ones' }]);
});

test('own values that are replaced can be taken up again', () => {
  const lists = { kind: 'devices', json: ['1', '2'] } as const;
  let state = reduce(INITIAL, { kind: 'inputs', inputs: [{ kind: 'ones' }, lists] });
  state = reduce(state, { kind: 'input', parameter: 1, input: { kind: 'zeros' } });
  expect(state.putAside[1]).toEqual({ devices: lists });
  state = reduce(state, { kind: 'input', parameter: 1, input: { kind: 'literal', json: '3' } });
  state = reduce(state, { kind: 'input', parameter: 1, input: { kind: 'ones' } });
  expect(state.putAside[1]).toEqual({ devices: lists, literal: { kind: 'literal', json: '3' } });
  expect(reduce(state, { kind: 'open', program: 'p', text: '' }).putAside).toEqual([]);
});

describe('the modules of a file', () => {
  const modules = [
    { name: 'a', text: 'A' },
    { name: 'b', text: 'B' },
  ];
  const opened = reduce(INITIAL, { kind: 'open', program: 'p', text: 'A', modules });
  test('keep what was written in them', () => {
    let state = reduce(opened, { kind: 'edit', text: 'A edited' });
    state = reduce(state, { kind: 'input', parameter: 0, input: { kind: 'ones' } });
    state = reduce(state, { kind: 'module', module: 1 });
    expect(state).toMatchObject({ program: 'p', text: 'B', module: 1, inputs: [] });
    state = reduce(state, { kind: 'module', module: 0 });
    expect(state).toMatchObject({ text: 'A edited', module: 0, inputs: [{ kind: 'ones' }] });
  });
  test('that do not exist are not opened', () => {
    expect(reduce(opened, { kind: 'module', module: 2 })).toBe(opened);
  });
});

test('an edit withdraws the offer to write an older text', () => {
  const offer = { label: 'Undo', action: { kind: 'edit', text: 'old' } } as const;
  const told = reduce(INITIAL, { kind: 'notice', notice: { text: 'replaced', offer } });
  expect(reduce(told, { kind: 'edit', text: 'newer' }).notice).toBeNull();
});

test('a notice stays while its program is edited, and goes with it', () => {
  const text = `HloModule m\n\n${'// a long program\n'.repeat(9)}`;
  const told = reduce(
    { ...INITIAL, text },
    { kind: 'notice', notice: { text: 'one line was removed' } },
  );
  expect(reduce(told, { kind: 'edit', text: `${text}// more` }).notice).not.toBeNull();
  expect(reduce(told, { kind: 'edit', text: text.slice(1) }).notice).not.toBeNull();
  expect(reduce(told, { kind: 'edit', text: 'something else' }).notice).toBeNull();
  expect(reduce(told, { kind: 'edit', text: '' }).notice).toBeNull();
});
