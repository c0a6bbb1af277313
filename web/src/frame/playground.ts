// SPDX-License-Identifier: Apache-2.0
// Ties the store to the engine and to the address of the page.
import { FIRST } from '../examples/first';
import type { Example } from '../examples/read';
import { openExample } from './open';
import { engineFiles } from '../engine/files';
import { Session } from '../engine/session';
import type { Ask } from '../engine/protocol';
import { readInput } from '../engine/inputs';
import { decodeShared, encodeShared, type Shared } from '../state/permalink';
import { PANES, THEMES, type Theme } from '../base/views';
import { type State } from '../state/state';
import { type Selection } from '../program/selection';
import { askingLess, type Prerendered } from '../state/prerendered';
import { createStore, type Dispatch, type Store } from '../state/store';

export interface Playground {
  store: Store;
  ask: Ask;
  stop: () => void;
  rerun: () => void;
  /** The address that brings everything on show back. */
  link: () => Promise<string>;
  /** Resolves when the engine has answered the first text, or has failed to. */
  firstValues: Promise<void>;
  /** Knows an example that was opened by its text, as links do. */
  recognizeExample: (gallery: readonly Example[]) => void;
}

const ADDRESS_DELAY_MS = 400;
const THEME_KEY = 'hlo-playground-theme';

export function shareOf(state: State): Shared {
  const shared: Shared = { text: state.text, pane: state.pane };
  if (state.inputs.length > 0) shared.inputs = [...state.inputs];
  if (state.selection !== null) {
    shared.selection = `${state.selection.computation}/${state.selection.instruction}`;
  }
  if (state.theme !== 'system') shared.theme = state.theme;
  if (state.whatIf !== null) shared.layout = state.whatIf;
  return shared;
}

function readSelection(text: string | undefined): Selection | null {
  const [computation, instruction] = (text ?? '').split('/');
  return computation && instruction ? { computation, instruction } : null;
}

function openShared(dispatch: Dispatch, shared: Shared): void {
  const { text } = shared;
  const inputs = (shared.inputs ?? []).map(readInput);
  const pane = PANES.find((name) => name === shared.pane) ?? 'value';
  const selection = readSelection(shared.selection);
  const whatIf = shared.layout ?? null;
  dispatch({ kind: 'open', text, example: null, inputs, selection, pane, whatIf });
  const theme = THEMES.find((name) => name === shared.theme);
  if (theme !== undefined) dispatch({ kind: 'theme', theme });
}

// A browser may refuse storage; the page then forgets the theme, no more.
function storedTheme(): Theme {
  try {
    return THEMES.find((name) => name === localStorage.getItem(THEME_KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

function storeTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    return;
  }
}

/** What decides the address; an untouched first example needs none. */
function addressKey(state: State): string {
  return JSON.stringify(shareOf(state));
}

export async function startPlayground(known: Prerendered | null): Promise<Playground> {
  const store = createStore();
  const { dispatch } = store;
  let answered: () => void;
  const firstValues = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const session = new Session(engineFiles(), (event) => {
    dispatch({ kind: 'engine', event });
    if (event.kind === 'evaluated' || event.kind === 'broken') answered();
  });
  const rerun = (): void => session.evaluate(store.state().text, store.state().inputs);

  store.subscribe((state, before) => {
    if (state.text !== before.text || state.inputs !== before.inputs) rerun();
    if (state.theme !== before.theme) applyTheme(state.theme);
  });

  dispatch({ kind: 'theme', theme: storedTheme() });
  const shared = await decodeShared(location.hash.slice(1));
  if (shared !== null) openShared(dispatch, shared);
  else {
    openExample(dispatch, FIRST);
    if (known !== null) dispatch({ kind: 'evaluation', evaluation: known.evaluation });
  }

  const base = (): string => location.href.replace(/#.*$/, '');
  const link = async (): Promise<string> =>
    `${base()}#${await encodeShared(shareOf(store.state()))}`;
  keepAddress(store, link);
  window.addEventListener('hashchange', () => {
    void decodeShared(location.hash.slice(1)).then((found) => {
      if (found !== null) openShared(dispatch, found);
    });
  });
  window.addEventListener('online', () => {
    if (store.state().phase === 'broken') rerun();
  });
  const ask: Ask = (question, ...args) => session.ask(question, ...args);
  const recognizeExample = (gallery: readonly Example[]): void => {
    const { text, example } = store.state();
    const found = example === null && gallery.find((entry) => entry.text === text);
    if (found) dispatch({ kind: 'example', example: found });
  };
  return {
    store,
    ask: known === null ? ask : askingLess(ask, known),
    rerun,
    stop: () => session.stop(),
    link,
    firstValues,
    recognizeExample,
  };
}

/** Writes the state into the address once it has been still for a moment, so a reload keeps it. */
function keepAddress(store: Store, link: () => Promise<string>): void {
  let key = addressKey(store.state());
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.subscribe((state) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const now = addressKey(state);
      if (now === key) return;
      key = now;
      void link().then((address) => history.replaceState(null, '', address));
    }, ADDRESS_DELAY_MS);
  });
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  storeTheme(theme);
}
