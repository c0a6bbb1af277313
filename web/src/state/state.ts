// SPDX-License-Identifier: Apache-2.0
// All the page knows, changed in one place.
import type { Pane, Theme } from '../base/views';
import { DEFAULT_INPUT, type Input } from '../engine/inputs';
import type { SessionEvent } from '../engine/session';
import type { About, Tables } from '../engine/types';
import type { Evaluation } from '../program/evaluation';
import type { Example } from '../examples/read';
import { withFaulty } from '../program/faulty';
import { sameSelection, type Selection } from '../program/selection';

export interface State {
  text: string;
  /** The example that the text came from; stays while it is edited. */
  example: Example | null;
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
  /** Whether what is not needed to follow the computation is folded to chips. */
  folded: boolean;
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
  folded: true,
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
      example: Example | null;
      inputs: readonly Input[];
      selection: Selection | null;
      pane: Pane;
      whatIf?: string | null;
    }
  | { kind: 'example'; example: Example }
  | { kind: 'evaluation'; evaluation: Evaluation }
  | { kind: 'input'; parameter: number; input: Input }
  | { kind: 'select'; selection: Selection | null }
  | { kind: 'path'; path: readonly number[] }
  | { kind: 'slice'; slice: readonly number[] }
  | { kind: 'element'; element: number | null }
  | { kind: 'pane'; pane: Pane }
  | { kind: 'editing'; editing: boolean }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'folded'; folded: boolean }
  | { kind: 'whatIf'; layout: string | null }
  | { kind: 'engine'; event: SessionEvent };

/** What is about one array only, forgotten when another one is chosen. */
const FRESH_VALUE = { path: [], slice: [], element: null, whatIf: null } as const;

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
    case 'example':
      return { ...state, example: action.example };
    case 'evaluation':
      return { ...state, evaluation: action.evaluation, shown: action.evaluation };
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
    case 'folded':
      return { ...state, folded: action.folded };
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
