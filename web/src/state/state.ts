// SPDX-License-Identifier: Apache-2.0
// All the page knows, changed in one place.
import type { About, Analysis, InstructionOutline, RunOutcome, Tables } from '../engine/types';
import type { SessionEvent } from '../engine/session';
import { withFaulty } from './faulty';
import { DEFAULT_INPUT, type Input } from './inputs';

export const PANES = ['value', 'layout', 'inputs', 'messages'] as const;
export type Pane = (typeof PANES)[number];
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** An instruction by name, so that it survives edits. */
export interface Selection {
  computation: string;
  instruction: string;
}

export interface Evaluation {
  /** The text that was read: spans count in it. */
  text: string;
  analysis: Analysis;
  /** Null until the run ends, and when there was nothing to run. */
  outcome: RunOutcome | null;
  /** Whether `outcome` is final. */
  done: boolean;
  milliseconds: number;
}

export interface State {
  text: string;
  /** Where the text came from; stays while it is edited. */
  example: string | null;
  inputs: readonly Input[];
  selection: Selection | null;
  /** Tuple path of the array that the panes show. */
  path: readonly number[];
  /** Leading coordinates that the grids show of arrays with more than two dimensions. */
  slice: readonly number[];
  /** The element that is pinned, as a row-major number. */
  element: number | null;
  pane: Pane;
  /** On a narrow screen: whether the editor has it all. */
  editing: boolean;
  theme: Theme;
  /** A layout being tried instead of the written one. */
  whatIf: string | null;
  phase: 'starting' | 'busy' | 'idle' | 'stopped' | 'broken';
  /** Why the engine broke; "" once it has run a text again. */
  problem: string;
  evaluation: Evaluation | null;
  /** The last finished evaluation: what stays on show while a newer one runs or fails. */
  shown: Evaluation | null;
  about: About | null;
  tables: Tables | null;
}

export const INITIAL: State = {
  text: '',
  example: null,
  inputs: [],
  selection: null,
  path: [],
  slice: [],
  element: null,
  pane: 'layout',
  editing: false,
  theme: 'system',
  whatIf: null,
  phase: 'starting',
  problem: '',
  evaluation: null,
  shown: null,
  about: null,
  tables: null,
};

export type Action =
  | { kind: 'edit'; text: string }
  | {
      kind: 'open';
      text: string;
      example: string | null;
      inputs: readonly Input[];
      selection: Selection | null;
      pane: Pane;
      whatIf?: string | null;
    }
  | { kind: 'input'; parameter: number; input: Input }
  | { kind: 'select'; selection: Selection | null }
  | { kind: 'path'; path: readonly number[] }
  | { kind: 'slice'; slice: readonly number[] }
  | { kind: 'element'; element: number | null }
  | { kind: 'pane'; pane: Pane }
  | { kind: 'editing'; editing: boolean }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'whatIf'; layout: string | null }
  | { kind: 'engine'; event: SessionEvent };

/** What is about one array only, forgotten when another one is chosen. */
const FRESH_VALUE = { path: [], slice: [], element: null, whatIf: null } as const;

function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return a?.computation === b?.computation && a?.instruction === b?.instruction;
}

export function reduce(state: State, action: Action): State {
  switch (action.kind) {
    case 'edit':
      return action.text === state.text ? state : { ...state, text: action.text };
    case 'open':
      return {
        ...state,
        ...FRESH_VALUE,
        text: action.text,
        example: action.example,
        inputs: action.inputs,
        selection: action.selection,
        pane: action.pane,
        whatIf: action.whatIf ?? null,
        // Values of another text would be taken for those of this one.
        shown: action.text === state.text ? state.shown : null,
      };
    case 'input': {
      const inputs = [...state.inputs];
      while (inputs.length <= action.parameter) inputs.push(DEFAULT_INPUT);
      inputs[action.parameter] = action.input;
      return { ...state, inputs };
    }
    case 'select':
      if (sameSelection(state.selection, action.selection)) return state;
      return { ...state, ...FRESH_VALUE, selection: action.selection };
    case 'path':
      return { ...state, ...FRESH_VALUE, path: action.path };
    case 'slice':
      return { ...state, slice: action.slice, element: null };
    case 'element':
      return state.element === action.element ? state : { ...state, element: action.element };
    case 'pane':
      return { ...state, pane: action.pane, editing: false };
    case 'editing':
      return { ...state, editing: action.editing };
    case 'theme':
      return { ...state, theme: action.theme };
    case 'whatIf':
      return { ...state, whatIf: action.layout };
    case 'engine':
      return engineEvent(state, action.event);
  }
}

function engineEvent(state: State, event: SessionEvent): State {
  switch (event.kind) {
    case 'ready':
      return { ...state, about: event.about, tables: event.tables };
    case 'busy':
      return state.phase === 'starting' ? state : { ...state, phase: 'busy' };
    case 'stopped':
      return { ...state, phase: 'stopped' };
    case 'broken':
      return { ...state, phase: 'broken', problem: event.message };
    case 'analysed': {
      const { text } = event;
      const analysis = withFaulty(text, event.analysis);
      const evaluation = { text, analysis, outcome: null, done: false, milliseconds: 0 };
      return { ...state, evaluation };
    }
    case 'evaluated': {
      if (state.evaluation === null) return state;
      const { outcome, milliseconds } = event;
      const evaluation = { ...state.evaluation, outcome, done: true, milliseconds };
      const phase = state.phase === 'stopped' ? 'stopped' : 'idle';
      return { ...state, phase, problem: '', evaluation, shown: evaluation };
    }
  }
}

export interface Found extends Selection {
  outline: InstructionOutline;
}

/** The selected instruction in a program; without one (or when it is gone) the entry's root. */
export function findSelected(analysis: Analysis, selection: Selection | null): Found | null {
  for (const computation of analysis.computations) {
    if (computation.name !== selection?.computation) continue;
    const outline = computation.instructions.find(({ name }) => name === selection.instruction);
    if (outline !== undefined) return { ...selection, outline };
  }
  const entry = analysis.computations.find((computation) => computation.entry);
  const instructions = entry?.instructions ?? [];
  const root = instructions.find((instruction) => instruction.root) ?? instructions.at(-1);
  if (entry === undefined || root === undefined) return null;
  return { computation: entry.name, instruction: root.name, outline: root };
}

/** The instruction `step` places further in textual order. */
export function neighbour(analysis: Analysis, from: Selection | null, step: number): Selection | null {
  const all = analysis.computations.flatMap((computation) =>
    computation.instructions.map(({ name }) => ({
      computation: computation.name,
      instruction: name,
    })),
  );
  const found = findSelected(analysis, from);
  const at = all.findIndex((entry) => sameSelection(entry, found));
  return all[Math.max(0, Math.min(all.length - 1, at + step))] ?? null;
}
