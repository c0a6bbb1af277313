// SPDX-License-Identifier: Apache-2.0
// The programs that this browser keeps: the last ones that were opened or edited, newest first. They
// leave the browser only when the reader shares or deletes them.
import type { Shared } from './permalink';
import { sizeOf } from './sharing';

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
  /** Resolves with what was removed, so that it can be put again. */
  remove: (id: string) => Promise<KeptProgram[]>;
  /** Removes all but `open`: a reload must find the program that is open. */
  clear: (open: string) => Promise<KeptProgram[]>;
}

/** Where programs lie: a table of the browser, or of memory where it refuses one. */
interface Shelf {
  all: () => Promise<KeptProgram[]>;
  put: (program: KeptProgram) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

const newestFirst = (programs: readonly KeptProgram[]): KeptProgram[] =>
  [...programs].sort((a, b) => b.changed - a.changed);

/** The programs without older ones of the same text: two tabs may have the same one open. */
function distinct(programs: readonly KeptProgram[]): KeptProgram[] {
  const texts = new Set<string>();
  return newestFirst(programs).filter(({ shared: { text } }) => {
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
}

/** The ids that are to go, so that the rest is within bounds. Copies have a bound of their own. */
export function surplus(programs: readonly KeptProgram[]): string[] {
  const originals = new Set(distinct(programs));
  let size = 0;
  const kept = { originals: 0, copies: 0 };
  return newestFirst(programs)
    .filter((program, k) => {
      size += sizeOf(program.shared);
      const count = ++kept[originals.has(program) ? 'originals' : 'copies'];
      return count > MAX_KEPT || (k > 0 && size > MAX_CHARACTERS);
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
  const removeAll = async (programs: readonly KeptProgram[]): Promise<KeptProgram[]> => {
    for (const { id } of programs) await shelf.remove(id);
    return [...programs];
  };
  return {
    async put(program) {
      await shelf.put(program);
      // Only a new one can be too many.
      if (known.has(program.id)) return;
      known.add(program.id);
      for (const id of surplus(await shelf.all())) await shelf.remove(id);
    },
    get: async (id) => (await shelf.all()).find((program) => program.id === id) ?? null,
    async list(words = '') {
      const found = distinct(await shelf.all()).filter((program) => matches(program, words));
      return found.map(({ id, title, changed, shared }) => {
        return { id, title, changed, lines: shared.text.trimEnd().split('\n').length };
      });
    },
    async remove(id) {
      const all = await shelf.all();
      const text = all.find((program) => program.id === id)?.shared.text;
      // Its copies would take its place in the list.
      return removeAll(all.filter(({ shared }) => shared.text === text));
    },
    async clear(open) {
      return removeAll((await shelf.all()).filter(({ id }) => id !== open));
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
      const programs = table('readwrite');
      const done = answer(programs.put(program));
      // A page that ends would not get to commit it by itself.
      programs.transaction.commit();
      await done;
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
  let ready: Shelf | null = null;
  const opened = (): Promise<Shelf> =>
    (shelf ??= openShelf().then((made) => {
      ready = made;
      return made;
    }));
  return keepingOn({
    all: async () => (await opened()).all(),
    // At once where that is possible: the page may be about to end.
    put: async (program) => (ready ?? (await opened())).put(program),
    remove: async (id) => (await opened()).remove(id),
  });
}
