// SPDX-License-Identifier: Apache-2.0
// The state of the page, changed in one place.
import type { Pane, Theme } from '../base/views';
import { DEFAULT_INPUT, type Defaults, type Input } from '../engine/inputs';
import type { EngineEvent } from '../engine/engine_client';
import type { About, LoopCount, Preview, Tables } from '../engine/types';
import type { Evaluation } from '../program/evaluation';
import type { Example } from '../examples/read';
import type { Foreign } from '../intake/foreign';
import type { ModuleText } from '../intake/modules';
import type { AsksSizes } from '../intake/sizes';
import type { Source } from '../intake/source';
import { sameSelection, type Selection } from '../program/selection';

/** A notice about what was opened, until it is dismissed. */
export interface Notice extends AsksSizes {
  text: string;
  /** Commands that produce HLO text. */
  code?: readonly string[];
  /** What can be done about it. */
  offer?: { label: string; action: Action };
}

export type PutAside = Partial<Record<'literal' | 'devices', Input>>;

/** Iterations of loops that are shown instead of the last ones, by "computation/instruction". */
export type Iterations = Readonly<Record<string, number>>;

export interface State {
  text: string;
  /** Changes with every program that is opened, stays while it is edited. */
  program: string;
  /** The name of its file, or "". */
  title: string;
  /** The modules of that file, and which of them is open. */
  modules: readonly ModuleText[];
  module: number;
  /** The module that the open one is compared with, if one was chosen. */
  compared: number | null;
  /** The instructions of `program` that the compared module lacks, or has in another form; null while
   *  the pane is hidden. */
  changes: { program: number; of: ReadonlyMap<number, 'added' | 'changed'> } | null;
  /** What the text was imported from. */
  source: Source | null;
  notice: Notice | null;
  /** What the text is when it is not HLO. */
  foreign: Foreign | null;
  /** The example that the text came from; stays while it is edited. */
  example: Example | null;
  inputs: readonly Input[];
  defaults: Defaults;
  /** Own values of parameters that are filled with something else now, to be taken up again. */
  putAside: readonly PutAside[];
  selection: Selection | null;
  /** Tuple path of the array that the panes show. */
  path: readonly number[];
  /** Leading coordinates that the grids show of arrays with more than two dimensions. */
  slice: readonly number[];
  /** The element that is pinned, as a row-major number. */
  element: number | null;
  /** The device whose values are shown; see deviceIn(). */
  device: number;
  iterations: Iterations;
  pane: Pane;
  /** On a narrow screen: whether the editor has it all. */
  editing: boolean;
  theme: Theme;
  /** Whether the overview is open; null: as the size of the program suggests. */
  overview: boolean | null;
  /** Whether what is not needed to follow the computation is folded to chips. */
  folded: boolean;
  /** Whether values are shown in the text. */
  values: boolean;
  /** A layout being tried instead of the written one. */
  whatIf: string | null;
  phase: 'starting' | 'busy' | 'idle' | 'stopped' | 'broken';
  /** Bytes of the engine that have arrived. */
  loaded: number;
  /** Why the engine broke; "" once it has run a text again. */
  problem: string;
  evaluation: Evaluation | null;
  /** The last evaluation with values: what stays on show while a newer one begins or fails. */
  shown: Evaluation | null;
  about: About | null;
  tables: Tables | null;
}

export const INITIAL: State = {
  text: '',
  program: '',
  title: '',
  modules: [],
  module: 0,
  compared: null,
  changes: null,
  source: null,
  notice: null,
  foreign: null,
  example: null,
  inputs: [],
  defaults: 'auto',
  putAside: [],
  selection: null,
  path: [],
  slice: [],
  element: null,
  device: 0,
  iterations: {},
  pane: 'layout',
  editing: false,
  theme: 'system',
  overview: null,
  folded: true,
  values: true,
  whatIf: null,
  phase: 'starting',
  loaded: 0,
  problem: '',
  evaluation: null,
  shown: null,
  about: null,
  tables: null,
};

/** A program to open, and what is known of how it is to be shown. */
export interface Opened {
  text: string;
  program: string;
  title?: string;
  modules?: readonly ModuleText[];
  module?: number;
  compared?: number;
  source?: Source | null;
  example?: Example | null;
  inputs?: readonly Input[];
  defaults?: Defaults;
  selection?: Selection | null;
  pane?: Pane;
  whatIf?: string | null;
  path?: readonly number[];
  slice?: readonly number[];
  element?: number | null;
  device?: number;
  iterations?: Iterations;
  notice?: Notice | null;
}

export type Action =
  | { kind: 'edit'; text: string }
  | ({ kind: 'open' } & Opened)
  /** Another module of the file. */
  | { kind: 'module'; module: number }
  /** The module to compare the open one with. */
  | { kind: 'compared'; module: number }
  | { kind: 'changes'; changes: State['changes'] }
  /** The source of `program` was edited. */
  | { kind: 'source'; program: string; source: Source }
  /** A source was read, with the HLO text that comes of it; null: the text stays. */
  | { kind: 'imported'; source: Source; text: string | null }
  | { kind: 'notice'; notice: Notice | null }
  | { kind: 'foreign'; foreign: Foreign | null }
  | { kind: 'inputs'; inputs: readonly Input[] }
  | { kind: 'example'; example: Example }
  | { kind: 'evaluation'; evaluation: Evaluation }
  | { kind: 'input'; parameter: number; input: Input }
  | { kind: 'select'; selection: Selection | null }
  | { kind: 'path'; path: readonly number[] }
  | { kind: 'slice'; slice: readonly number[] }
  | { kind: 'element'; element: number | null }
  | { kind: 'device'; device: number }
  | { kind: 'pane'; pane: Pane }
  | { kind: 'editing'; editing: boolean }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'folded'; folded: boolean }
  | { kind: 'values'; values: boolean }
  | { kind: 'overview'; overview: boolean | null }
  | { kind: 'whatIf'; layout: string | null }
  /** The values in loops are those of other iterations now. */
  | { kind: 'iterations'; program: number; loops: LoopCount[]; previews: Preview[] }
  /** The iteration of a loop that is to be shown, also after later runs. */
  | { kind: 'iteration'; loop: string; iteration: number }
  | { kind: 'engine'; event: EngineEvent };

/** What is about one array only, forgotten when another one is chosen. */
const FRESH_VALUE = { path: [], slice: [], element: null, whatIf: null } as const;

/** Ends of a text that are compared. */
const END = 24;

/** Whether an edit has left neither the beginning nor the end of a text. */
const isReplaced = (before: string, after: string): boolean =>
  before.slice(0, END) !== after.slice(0, END) && before.slice(-END) !== after.slice(-END);

export function reduce(state: State, action: Action): State {
  switch (action.kind) {
    case 'edit': {
      if (action.text === state.text) return state;
      // What is offered to be written again would take this edit back, too; and a notice about
      // another program is of no use any more.
      const passed =
        state.notice?.offer?.action.kind === 'edit' || isReplaced(state.text, action.text);
      return { ...state, text: action.text, notice: passed ? null : state.notice };
    }
    case 'open':
      return open(state, action);
    case 'module':
      return showModule(state, action.module);
    case 'compared':
      return { ...state, compared: action.module };
    case 'changes':
      return { ...state, changes: action.changes };
    case 'source':
      return action.program === state.program ? { ...state, source: action.source } : state;
    case 'imported':
      // Meanwhile it may have been edited again, or another program opened.
      if (action.source.text !== state.source?.text) return state;
      return { ...state, source: action.source, text: action.text ?? state.text };
    case 'notice':
      return { ...state, notice: action.notice };
    case 'foreign':
      return { ...state, foreign: action.foreign };
    case 'inputs':
      return { ...state, inputs: action.inputs, putAside: [] };
    case 'example':
      return { ...state, example: action.example };
    case 'evaluation':
      return { ...state, evaluation: action.evaluation, shown: action.evaluation };
    case 'input':
      return fill(state, action.parameter, action.input);
    case 'select':
      if (sameSelection(state.selection, action.selection)) return state;
      return { ...state, ...FRESH_VALUE, selection: action.selection };
    case 'path':
      return { ...state, ...FRESH_VALUE, path: action.path };
    case 'slice':
      return { ...state, slice: action.slice, element: null };
    case 'element':
      return state.element === action.element ? state : { ...state, element: action.element };
    case 'device':
      return { ...state, device: action.device };
    case 'pane':
      return { ...state, pane: action.pane, editing: false };
    case 'editing':
      return { ...state, editing: action.editing };
    case 'theme':
      return { ...state, theme: action.theme };
    case 'overview':
      return { ...state, overview: action.overview };
    case 'folded':
      return { ...state, folded: action.folded };
    case 'values':
      return { ...state, values: action.values };
    case 'whatIf':
      return { ...state, whatIf: action.layout };
    case 'iterations': {
      const { shown, evaluation } = state;
      if (shown?.outcome == null || shown.analysis.program !== action.program) return state;
      const { loops, previews } = action;
      const changed = { ...shown, outcome: { ...shown.outcome, loops, previews } };
      return { ...state, shown: changed, evaluation: evaluation === shown ? changed : evaluation };
    }
    case 'iteration':
      return { ...state, iterations: { ...state.iterations, [action.loop]: action.iteration } };
    case 'engine':
      return engineEvent(state, action.event);
  }
}

function fill(state: State, parameter: number, input: Input): State {
  const inputs = [...state.inputs];
  while (inputs.length <= parameter) inputs.push(DEFAULT_INPUT);
  const before = inputs[parameter] ?? DEFAULT_INPUT;
  inputs[parameter] = input;
  const isOwn = before.kind === 'literal' || before.kind === 'devices';
  if (!isOwn || before.kind === input.kind) return { ...state, inputs };
  const putAside = [...state.putAside];
  while (putAside.length <= parameter) putAside.push({});
  putAside[parameter] = { ...putAside[parameter], [before.kind]: before };
  return { ...state, inputs, putAside };
}

function open(state: State, opened: Opened): State {
  return {
    ...state,
    ...FRESH_VALUE,
    text: opened.text,
    program: opened.program,
    title: opened.title ?? '',
    modules: opened.modules ?? [],
    module: opened.module ?? 0,
    compared: opened.compared ?? null,
    source: opened.source ?? null,
    example: opened.example ?? null,
    inputs: opened.inputs ?? [],
    defaults: opened.defaults ?? 'auto',
    putAside: [],
    selection: opened.selection ?? null,
    pane: opened.pane ?? 'value',
    whatIf: opened.whatIf ?? null,
    path: opened.path ?? [],
    slice: opened.slice ?? [],
    element: opened.element ?? null,
    device: opened.device ?? 0,
    iterations: opened.iterations ?? {},
    notice: opened.notice ?? null,
    foreign: null,
    // Values of another text would be taken for those of this one.
    shown: opened.text === state.text ? state.shown : null,
  };
}

/** The modules of the file as they are now. */
export const modulesNow = ({ modules, module, text, source, inputs }: State): ModuleText[] =>
  modules.map((entry, k) => (k === module ? { ...entry, text, source, inputs } : entry));

/** The module that the open one is compared with: the one before it, unless another one was chosen. Null
 *  if there is no other module; cases of the conformance suite are not compared with each other. */
export function comparedModule({ modules, module, compared }: State): number | null {
  if (modules.length < 2 || modules[0]?.vector !== undefined) return null;
  if (compared !== null && compared !== module) return compared;
  return module === 0 ? 1 : module - 1;
}

function showModule(state: State, module: number): State {
  const wanted = state.modules[module];
  if (wanted === undefined || module === state.module) return state;
  const { program, title, defaults, pane } = state;
  const { text, source = null, inputs = [] } = wanted;
  return open(state, {
    program,
    title,
    defaults,
    modules: modulesNow(state),
    module,
    text,
    source,
    inputs,
    pane: pane === 'source' && source === null ? 'value' : pane,
  });
}

function engineEvent(state: State, event: EngineEvent): State {
  switch (event.kind) {
    case 'ready':
      return { ...state, about: event.about, tables: event.tables };
    case 'engine':
      return { ...state, about: event.about };
    case 'loading':
      return { ...state, loaded: event.bytes };
    case 'busy':
      return state.phase === 'starting' ? state : { ...state, phase: 'busy' };
    case 'stopped':
      return { ...state, phase: 'stopped' };
    case 'broken':
      return { ...state, phase: 'broken', problem: event.message };
    case 'analyzed': {
      const { text, analysis } = event;
      const evaluation = { text, analysis, outcome: null, done: false, milliseconds: 0 };
      return { ...state, evaluation };
    }
    case 'progress': {
      if (state.evaluation === null) return state;
      const { outcome, milliseconds } = event;
      const evaluation = { ...state.evaluation, outcome, milliseconds };
      return { ...state, evaluation, shown: evaluation };
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
