// SPDX-License-Identifier: Apache-2.0
// Ties the store to the engine, to the address of the page and to the programs that the browser keeps.
import { defaultsFor } from '../engine/inputs';
import { THEMES, type Theme } from '../base/views';
import { engineFiles } from '../engine/files';
import type { Viewport } from '../editor/controller';
import type { Ask } from '../engine/protocol';
import { EngineClient } from '../engine/engine_client';
import { FIRST } from '../examples/first';
import type { Example } from '../examples/read';
import { deviceIn } from '../engine/devices';
import { browserKeeping, type Keeping } from '../state/keeping';
import { decodeFragment } from '../state/permalink';
import { askingLess, type Prerendered } from '../state/prerendered';
import { newProgramId, openedOf } from '../state/sharing';
import { createStore, type Store } from '../state/store';
import { keepAddress } from './address';
import { openExample } from './open';

/** What is taken as visible before the editor has been drawn. */
const FIRST_BYTES = 4000;

export interface Playground {
  store: Store;
  ask: Ask;
  stop: () => void;
  rerun: () => void;
  /** Fetches the engine anew, when it does not come. */
  reload: () => void;
  /** The address that brings everything on show back. */
  link: () => Promise<string>;
  keeping: Keeping;
  /** What the editor shows of the text; it writes here. */
  viewport: Viewport;
  /** Opens a program that the browser keeps. */
  openKept: (id: string) => Promise<void>;
  /** Resolves when the engine has answered the first text, or has failed to. */
  firstValues: Promise<void>;
  /** Knows an example that was opened by its text, as links do. */
  recognizeExample: (gallery: readonly Example[]) => void;
}

const THEME_KEY = 'hlo-playground-theme';

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

const KEPT_ELSEWHERE =
  'The program of this address is kept by the browser that it was written in, and this one does not ' +
  'have it. Share sends a link or a file instead.';

/** Opens what the address says. */
async function openAddress(
  { dispatch, state }: Store,
  keeping: Keeping,
  first: () => void,
  showTheme: (theme: Theme) => void,
): Promise<void> {
  const decoded = await decodeFragment(location.hash.slice(1));
  switch (decoded.kind) {
    case 'nothing':
      first();
      break;
    case 'shared': {
      dispatch({ kind: 'open', ...openedOf(decoded.shared, newProgramId()) });
      const theme = THEMES.find((name) => name === decoded.shared.theme);
      if (theme !== undefined) showTheme(theme);
      break;
    }
    case 'kept': {
      const kept = await keeping.get(decoded.id).catch(() => null);
      if (kept !== null) {
        dispatch({ kind: 'open', ...openedOf(kept.shared, kept.id) });
        break;
      }
      if (state().program === '') first();
      dispatch({ kind: 'notice', notice: { text: KEPT_ELSEWHERE } });
      break;
    }
    case 'problem':
      // What was open stays; a new page shows its first example, and says that it is not the link's.
      if (state().program === '') first();
      dispatch({ kind: 'notice', notice: { text: decoded.reason } });
  }
}

export async function startPlayground(known: Prerendered | null): Promise<Playground> {
  const store = createStore();
  const { dispatch } = store;
  const viewport: Viewport = { bytes: [0, FIRST_BYTES] };
  let answered: () => void;
  const firstValues = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const client = new EngineClient(engineFiles(), (event) => {
    dispatch({ kind: 'engine', event });
    if (event.kind === 'evaluated' || event.kind === 'broken') answered();
  });
  const rerun = (): void => {
    const { text, inputs, defaults, device, evaluation } = store.state();
    const shown = deviceIn(evaluation?.analysis, device);
    const given = { inputs, defaults: defaultsFor(defaults, text), device: shown };
    client.evaluate(text, given, viewport.bytes);
  };

  store.subscribe((state, before) => {
    const { text, inputs, defaults } = before;
    if (state.text !== text || state.inputs !== inputs || state.defaults !== defaults) rerun();
    if (state.theme !== before.theme) applyTheme(state.theme);
  });
  // The theme of a link is that of its writer: it is shown, and not kept for later visits.
  let linked: Theme | null = null;
  const applyTheme = (theme: Theme): void => {
    document.documentElement.dataset['theme'] = theme;
    if (theme !== linked) storeTheme(theme);
    linked = null;
  };
  const showTheme = (theme: Theme): void => {
    linked = theme;
    dispatch({ kind: 'theme', theme });
  };

  dispatch({ kind: 'theme', theme: storedTheme() });
  const keeping = browserKeeping();
  const first = (): void => {
    openExample(dispatch, FIRST);
    if (known !== null) dispatch({ kind: 'evaluation', evaluation: known.evaluation });
  };
  await openAddress(store, keeping, first, showTheme);

  const address = keepAddress(store, keeping);
  window.addEventListener('popstate', ({ state }) => {
    if (address.reopen(state)) return;
    const opening: Store = {
      ...store,
      dispatch: (action) => address.restoring(() => dispatch(action)),
    };
    const openFirst = (): void => address.restoring(() => openExample(dispatch, FIRST));
    void openAddress(opening, keeping, openFirst, showTheme);
  });
  window.addEventListener('online', () => {
    if (store.state().phase === 'broken') rerun();
  });
  const ask: Ask = (question, ...args) => client.ask(question, ...args);
  return {
    store,
    ask: known === null ? ask : askingLess(ask, known),
    rerun,
    reload: () => client.reload(),
    stop: () => client.stop(),
    link: address.link,
    keeping,
    viewport,
    async openKept(id) {
      const kept = await keeping.get(id);
      if (kept !== null) dispatch({ kind: 'open', ...openedOf(kept.shared, kept.id) });
    },
    firstValues,
    recognizeExample(gallery) {
      const { text, example } = store.state();
      const found = example === null && gallery.find((entry) => entry.text === text);
      if (found) dispatch({ kind: 'example', example: found });
    },
  };
}
