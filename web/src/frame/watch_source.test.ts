// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sizesText, type Sizes } from '../intake/sizes';
import type { Source } from '../intake/source';
import { INITIAL } from '../state/state';
import { createStore, type Store } from '../state/store';
import { watchSource } from './watch_source';

const source = (fields: Partial<Source>): Source => ({
  text: 'a',
  links: null,
  findings: [],
  made: null,
  edited: false,
  ...fields,
});

/** Stands for the importers: HLO text is the source in capitals. */
const importText = (text: string, sizes?: Sizes): Promise<{ source: Source; text: string }> => {
  const made = text.toUpperCase() + (sizes === undefined ? '' : sizesText(sizes));
  return Promise.resolve({ source: source({ text, sizes, links: [], made }), text: made });
};

let stop: () => void;
function watched(from: Source, text: string): Store {
  const store = createStore({ ...INITIAL, program: 'p', text, source: from });
  stop = watchSource(store, importText);
  return store;
}

const editSource = ({ state, dispatch }: Store, text: string): void => {
  const made = state().source?.made ?? null;
  dispatch({ kind: 'source', program: 'p', source: source({ text, made, edited: true }) });
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('an edited source is imported on whatever pane one is', async () => {
  const store = watched(source({ links: [], made: 'A' }), 'A');
  editSource(store, 'ab');
  store.dispatch({ kind: 'pane', pane: 'value' });
  await vi.advanceTimersByTimeAsync(300);
  expect(store.state()).toMatchObject({ text: 'AB', source: { text: 'ab', links: [] } });
  expect(store.state().notice).toBeNull();
});

test('edits of the HLO text that are replaced can be had back', async () => {
  const store = watched(source({ links: [], made: 'A' }), 'A');
  store.dispatch({ kind: 'edit', text: 'A by hand' });
  editSource(store, 'ab');
  await vi.advanceTimersByTimeAsync(300);
  expect(store.state().text).toBe('AB');
  const offer = store.state().notice?.offer;
  expect(offer?.label).toBe('Undo');
  if (offer) store.dispatch(offer.action);
  expect(store.state()).toMatchObject({ text: 'A by hand', notice: null });
});

test('the source of a link is read, and its HLO text stays', async () => {
  const store = watched(source({}), 'A by hand');
  await vi.advanceTimersByTimeAsync(300);
  expect(store.state()).toMatchObject({ text: 'A by hand', source: { links: [], made: 'A' } });
});

test('what comes of a source that was edited again is left alone', async () => {
  const store = watched(source({ links: [], made: 'A' }), 'A');
  editSource(store, 'ab');
  await vi.advanceTimersByTimeAsync(150);
  editSource(store, 'abc');
  await vi.advanceTimersByTimeAsync(150);
  expect(store.state().text).toBe('A');
  await vi.advanceTimersByTimeAsync(150);
  expect(store.state().text).toBe('ABC');
});

test('a source is imported with the sizes that were given for it last', async () => {
  const store = watched(source({ links: [], made: 'A' }), 'A');
  const give = (b: number): void => {
    const next = source({ sizes: { b }, made: 'A', edited: true });
    store.dispatch({ kind: 'source', program: 'p', source: next });
  };
  give(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(store.state()).toMatchObject({ text: 'Ab = 2', source: { sizes: { b: 2 } } });
  give(3);
  vi.advanceTimersByTime(200);
  // The import with the size before has begun.
  give(4);
  await vi.advanceTimersByTimeAsync(300);
  expect(store.state()).toMatchObject({ text: 'Ab = 4', source: { sizes: { b: 4 } } });
});
