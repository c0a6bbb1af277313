// SPDX-License-Identifier: Apache-2.0
// What a link and a kept program hold of the state.
import { PANES } from '../base/views';
import { defaultsFor, readInput } from '../engine/inputs';
import type { Source } from '../intake/source';
import type { Selection } from '../program/selection';
import type { ModuleText } from '../intake/modules';
import type { Shared, SharedModule } from './permalink';
import { modulesNow, type Opened, type State } from './state';

function shareSource(shared: Pick<SharedModule, 'source' | 'sizes'>, source?: Source | null): void {
  if (!source) return;
  shared.source = source.text;
  if (source.sizes) shared.sizes = source.sizes;
}

function sharedModule({ name, text, source, inputs }: ModuleText): SharedModule {
  const shared: SharedModule = { name, text };
  shareSource(shared, source);
  if (inputs !== undefined && inputs.length > 0) shared.inputs = [...inputs];
  return shared;
}

export function shareOf(state: State): Shared {
  const shared: Shared = { text: state.text, pane: state.pane };
  shareSource(shared, state.source);
  if (state.title !== '') shared.title = state.title;
  if (state.modules.length > 1) {
    const others = modulesNow(state).map(sharedModule);
    // The open one is in the text already.
    others[state.module] = { name: others[state.module]?.name ?? '', text: '' };
    shared.modules = others;
    shared.module = state.module;
  }
  if (state.inputs.length > 0) shared.inputs = [...state.inputs];
  const auto = defaultsFor('auto', state.text);
  if (state.defaults !== 'auto' || auto === 'random') shared.defaults = state.defaults;
  if (state.selection !== null) {
    shared.selection = `${state.selection.computation}/${state.selection.instruction}`;
  }
  if (state.theme !== 'system') shared.theme = state.theme;
  if (state.whatIf !== null) shared.layout = state.whatIf;
  if (state.path.length > 0) shared.path = [...state.path];
  if (state.slice.length > 0) shared.slice = [...state.slice];
  if (state.element !== null) shared.element = state.element;
  if (state.device > 0) shared.device = state.device;
  if (Object.keys(state.iterations).length > 0) shared.iterations = { ...state.iterations };
  return shared;
}

const DEFAULTS = ['auto', 'iota', 'mixed', 'random'] as const;

function readSelection(text: string | undefined): Selection | null {
  const [computation, instruction] = (text ?? '').split('/');
  return computation && instruction ? { computation, instruction } : null;
}

const unread = ({ source: text, sizes }: Pick<SharedModule, 'source' | 'sizes'>): Source | null =>
  text === undefined ? null : { text, sizes, links: null, findings: [], made: null, edited: false };

function moduleOf(shared: SharedModule): ModuleText {
  const { name, text, inputs = [] } = shared;
  return { name, text, source: unread(shared), inputs: inputs.map(readInput) };
}

export const openedOf = (shared: Shared, program: string): Opened => ({
  text: shared.text,
  program,
  title: shared.title ?? '',
  modules: (shared.modules ?? []).map(moduleOf),
  module: shared.module ?? 0,
  source: unread(shared),
  inputs: (shared.inputs ?? []).map(readInput),
  // Links of earlier versions say nothing.
  defaults:
    DEFAULTS.find((name) => name === shared.defaults) ??
    (defaultsFor('auto', shared.text) === 'random' ? 'mixed' : 'auto'),
  selection: readSelection(shared.selection),
  pane: PANES.find((name) => name === shared.pane) ?? 'value',
  whatIf: shared.layout ?? null,
  path: shared.path ?? [],
  slice: shared.slice ?? [],
  element: shared.element ?? null,
  device: shared.device ?? 0,
  iterations: shared.iterations ?? {},
});

/** How long a program is with all that belongs to it, in characters. */
export function sizeOf(program: Omit<SharedModule, 'name'> & Pick<Shared, 'modules'>): number {
  const { text, source = '', inputs = [], modules = [] } = program;
  const filled = inputs.map((input) => readInput(input));
  const values = filled.flatMap((input) => ('json' in input ? input.json : []));
  return (
    [text, source, ...values].reduce((sum, { length }) => sum + length, 0) +
    modules.reduce((sum, module) => sum + sizeOf(module), 0)
  );
}

const LONGEST_TITLE = 60;

/** The name of a program: that of its file or module, else how it begins. */
export function titleOf({ title, text }: Pick<State, 'title' | 'text'>): string {
  if (title !== '') return title;
  const module = /^\s*HloModule\s+"?([^\s,"]+)/m.exec(text.slice(0, 20_000))?.[1];
  if (module !== undefined) return module;
  const first = text
    .split('\n')
    .find((line) => line.trim() !== '' && !line.trim().startsWith('//'));
  return (first ?? '').trim().slice(0, LONGEST_TITLE);
}

export const newProgramId = (): string =>
  Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
