// SPDX-License-Identifier: Apache-2.0
// Keeps the address of the page, the browser's history and the kept programs in step with the state:
// a reload keeps what was written, and Back returns to the program before.
import type { Keeping } from '../state/keeping';
import { LONGEST_LINK, encodeShared, keptFragment } from '../state/permalink';
import { openedOf, shareOf, sizeOf, titleOf } from '../state/sharing';
import type { Opened, State } from '../state/state';
import type { Store } from '../state/store';

const ADDRESS_DELAY_MS = 400;
/** Longer programs are not compressed at every pause: their links would be too long. They are kept, but
 *  less often. */
const LONGEST_PROGRAM = 200_000;
const KEEP_LONG_MS = 3000;

export interface Address {
  /** The link that brings everything on show back, however long it is. */
  link: () => Promise<string>;
  /** Opens the program of an entry of the history, if this page has had it open. */
  reopen: (entry: unknown) => boolean;
  /** Opens a program without an entry of its own in the history: it has one already. */
  restoring: (open: () => void) => void;
}

/** What the history says of an entry. */
interface Entry {
  program: string;
}

/** What decides the address. */
const keyOf = (state: State): unknown[] => [
  state.text,
  state.module,
  state.source?.text,
  state.inputs,
  state.selection,
  state.pane,
  state.theme,
  state.whatIf,
  state.path,
  state.slice,
  state.element,
  state.device,
  state.iterations,
];

const sameKey = (a: State, b: State): boolean => {
  const other = keyOf(b);
  return keyOf(a).every((part, k) => part === other[k]);
};

const openedAgain = (state: State): Opened => ({
  ...openedOf(shareOf(state), state.program),
  example: state.example,
  modules: state.modules,
  module: state.module,
  source: state.source,
});

/** Whether a program is worth keeping: examples are at hand as they are. */
const isOwn = ({ example, text }: State): boolean =>
  text.trim() !== '' && (example === null || example.text !== text);

const isLong = (state: State): boolean => sizeOf(shareOf(state)) > LONGEST_PROGRAM;

export function keepAddress(store: Store, keeping: Keeping): Address {
  const base = (): string => location.href.replace(/#.*$/, '');
  let queue = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restored = false;
  /** The programs that this page has had open, as they were left. */
  const visited = new Map<string, Opened>();
  /** The state that the address is of. */
  let written = store.state();
  history.replaceState({ program: written.program }, '');

  const keep = async (state: State): Promise<void> => {
    if (!isOwn(state)) return;
    const shared = shareOf(state);
    await keeping.put({ id: state.program, title: titleOf(state), changed: Date.now(), shared });
  };
  const fragmentOf = async (state: State): Promise<string> => {
    if (!isLong(state)) {
      const fragment = await encodeShared(shareOf(state));
      if (base().length + 1 + fragment.length <= LONGEST_LINK) return fragment;
    }
    return keptFragment(state.program);
  };
  const write = async (state: State): Promise<void> => {
    written = state;
    const fragment = await fragmentOf(state);
    // Meanwhile another program may have been opened, or this one changed.
    if (store.state().program === state.program) {
      history.replaceState({ program: state.program }, '', `${base()}#${fragment}`);
    }
    await keep(state);
  };
  const isWritten = (state: State): boolean =>
    sameKey(state, written) && state.program === written.program;
  const flush = (): void => {
    clearTimeout(timer);
    const state = store.state();
    if (isWritten(state)) return;
    queue = queue.then(() => write(state)).catch(() => undefined);
  };
  /** An address that names the kept program, until the one that holds the program is made. */
  const temporary = (of: State): string => `${base()}#${keptFragment(of.program)}`;

  store.subscribe((state, before) => {
    if (state.program !== before.program) {
      clearTimeout(timer);
      visited.set(before.program, openedAgain(before));
      if (restored) {
        written = state;
        return;
      }
      if (!sameKey(before, written) && isOwn(before)) {
        history.replaceState({ program: before.program }, '', temporary(before));
        queue = queue.then(() => keep(before)).catch(() => undefined);
      }
      history.pushState({ program: state.program }, '', temporary(state));
      queue = queue.then(() => write(state)).catch(() => undefined);
      return;
    }
    if (sameKey(state, before)) return;
    clearTimeout(timer);
    const long = isLong(state);
    // A reload goes to the address as it is when the reload begins.
    if (long && isOwn(state) && location.href !== temporary(state)) {
      history.replaceState({ program: state.program }, '', temporary(state));
    }
    timer = setTimeout(flush, long ? KEEP_LONG_MS : ADDRESS_DELAY_MS);
  });
  document.addEventListener('visibilitychange', () => {
    const state = store.state();
    if (document.visibilityState !== 'hidden' || isWritten(state)) return;
    // The page may end with this event: what has not begun by then is lost.
    keep(state).catch(() => undefined);
    flush();
  });

  return {
    async link() {
      const shared = shareOf(store.state());
      const whole = `${base()}#${await encodeShared(shared)}`;
      if (shared.modules === undefined || whole.length <= LONGEST_LINK) return whole;
      // The module on show is what is shared; the others would make the link too long.
      delete shared.modules;
      delete shared.module;
      return `${base()}#${await encodeShared(shared)}`;
    },
    reopen(entry) {
      const { program } = (entry ?? { program: '' }) as Entry;
      const known = visited.get(program);
      if (known === undefined) return false;
      this.restoring(() => store.dispatch({ kind: 'open', ...known }));
      return true;
    },
    restoring(open) {
      restored = true;
      open();
      restored = false;
    },
  };
}
