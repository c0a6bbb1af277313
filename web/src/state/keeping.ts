// SPDX-License-Identifier: Apache-2.0
// The programs that this browser keeps: the last ones that were opened or edited, newest first. They
// leave the browser only when the reader shares or deletes them.
import type { Shared } from './permalink';

export interface KeptProgram {
  id: string;
  /** The name of the file or module. */
  title: string;
  /** When it was last changed, in milliseconds. */
  changed: number;
  shared: Shared;
}

/** What a list shows of a program. */
export type KeptEntry = Omit<KeptProgram, 'shared'> & { lines: number };

export const MAX_KEPT = 50;
/** All texts together stay below this. */
const MAX_CHARACTERS = 64 << 20;

export interface Keeping {
  put: (program: KeptProgram) => Promise<void>;
  get: (id: string) => Promise<KeptProgram | null>;
  /** Newest first; those whose title or text has `words` in it. */
  list: (words?: string) => Promise<KeptEntry[]>;
  remove: (id: string) => Promise<void>;
  clear: () => Promise<void>;
}

/** Where programs lie: a table of the browser, or of memory where it refuses one. */
interface Shelf {
  all: () => Promise<KeptProgram[]>;
  put: (program: KeptProgram) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/** The ids that are to go, so that the rest is within bounds. */
export function surplus(programs: readonly KeptProgram[]): string[] {
  const newestFirst = [...programs].sort((a, b) => b.changed - a.changed);
  let size = 0;
  return newestFirst
    .filter(({ shared }, k) => {
      size += shared.text.length + (shared.source?.length ?? 0);
      return k >= MAX_KEPT || (k > 0 && size > MAX_CHARACTERS);
    })
    .map(({ id }) => id);
}

export function keepingOn(shelf: Shelf): Keeping {
  const known = new Set<string>();
  const matches = ({ title, shared }: KeptProgram, words: string): boolean =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => `${title}\n${shared.text}`.toLowerCase().includes(word));
  return {
    async put(program) {
      await shelf.put(program);
      // Only a new one can be too many. A text that is opened again takes the place of the old one.
      if (known.has(program.id)) return;
      known.add(program.id);
      const all = await shelf.all();
      const same = all.filter(
        ({ id, shared }) => id !== program.id && shared.text === program.shared.text,
      );
      for (const id of [...surplus(all), ...same.map((entry) => entry.id)]) await shelf.remove(id);
    },
    get: async (id) => (await shelf.all()).find((program) => program.id === id) ?? null,
    async list(words = '') {
      const found = (await shelf.all()).filter((program) => matches(program, words));
      return found
        .sort((a, b) => b.changed - a.changed)
        .map(({ id, title, changed, shared }) => {
          return { id, title, changed, lines: shared.text.trimEnd().split('\n').length };
        });
    },
    remove: (id) => shelf.remove(id),
    async clear() {
      for (const { id } of await shelf.all()) await shelf.remove(id);
    },
  };
}

export function memoryShelf(): Shelf {
  const programs = new Map<string, KeptProgram>();
  return {
    all: () => Promise.resolve([...programs.values()]),
    put: (program) => {
      programs.set(program.id, program);
      return Promise.resolve();
    },
    remove: (id) => {
      programs.delete(id);
      return Promise.resolve();
    },
  };
}

const DATABASE = 'hlo-playground';
const TABLE = 'programs';

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no answer'));
  });

function databaseShelf(database: IDBDatabase): Shelf {
  const table = (mode: IDBTransactionMode): IDBObjectStore =>
    database.transaction(TABLE, mode).objectStore(TABLE);
  return {
    all: () => answer(table('readonly').getAll() as IDBRequest<KeptProgram[]>),
    put: async (program) => {
      await answer(table('readwrite').put(program));
    },
    remove: (id) => answer(table('readwrite').delete(id)),
  };
}

async function openShelf(): Promise<Shelf> {
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLE, { keyPath: 'id' });
    };
    return databaseShelf(await answer(request));
  } catch {
    // A browser may refuse storage; the page then keeps programs while it is open.
    return memoryShelf();
  }
}

/** The programs of this browser. */
export function browserKeeping(): Keeping {
  let shelf: Promise<Shelf> | null = null;
  const opened = (): Promise<Shelf> => (shelf ??= openShelf());
  return keepingOn({
    all: async () => (await opened()).all(),
    put: async (program) => (await opened()).put(program),
    remove: async (id) => (await opened()).remove(id),
  });
}
