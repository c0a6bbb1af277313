// SPDX-License-Identifier: Apache-2.0
// Names of files that --xla_dump_to has written: [TIME.]module_NNNN[.NAME].STAGE.EXTENSION, as in
// core/import/report/dump_folder.cc.

/** A stage of a module: a program before, between or after passes. */
export interface Stage {
  module: string;
  /** `before_optimizations`, `0003.simplify.after_dce.before_cse` */
  name: string;
  /** Stages of a module in the order of the passes. */
  order: number;
  /** Of files of one stage, which is the most complete: 0 is the best one. */
  rank: number;
}

/** Most complete first: a text leaves out large constants. */
const EXTENSIONS = ['.hlo.pb', '.hlo.pb.gz', '.pb', '.txt', '.hlo', '.mlir'];
const NAME = /^(?:[^.]+\.)?module_\d+\.(.*)$/;
const STAGE =
  /(?:^|\.)(before_optimizations|\d{4}\..*|sm_[\d.]+_\w*after_optimizations|\w*after_optimizations)$/;

/** The stage that a file has, or null for other files. */
export function stageOf(file: string): Stage | null {
  const rank = EXTENSIONS.findIndex((extension) => file.endsWith(extension));
  const rest = NAME.exec(file.slice(0, -(EXTENSIONS[rank] ?? file).length))?.[1] ?? '';
  const found = STAGE.exec(rest);
  const name = found?.[1];
  if (rank < 0 || name === undefined) return null;
  const pass = /^\d{4}/.exec(name)?.[0];
  const order = pass !== undefined ? Number(pass) : name.startsWith('before') ? -1 : Infinity;
  return { module: rest.slice(0, found?.index), name, order, rank };
}

/** Whether a file belongs to a dump, as a report or a drawing does, too. */
export const isOfDump = (file: string): boolean => /^(?:[^.]+\.)?module_\d+\./.test(file);

const compare = (a: Stage, b: Stage): number =>
  a.module.localeCompare(b.module) ||
  (a.order === b.order ? 0 : a.order - b.order) ||
  a.name.localeCompare(b.name) ||
  a.rank - b.rank;

/** What of some files is opened. */
export interface Sorted<F> {
  /** Stages of modules in the order of the passes, one file for each. */
  stages: { file: F; stage: Stage }[];
  /** Files that are not of a dump. */
  others: F[];
  /** Number of other files of the dump, those of a stage that another file has included. */
  left: number;
}

/** Modules of one name get their numbers before it, `module_0121.jit_f`, if a stage is there twice. */
function splitByNumber(all: readonly { file: { name: string }; stage: Stage }[]): void {
  const numberOf = (file: { name: string }): string => /module_\d+/.exec(file.name)?.[0] ?? '';
  const numbers = new Map<string, Set<string>>();
  const repeated = new Set<string>();
  for (const { file, stage } of all) {
    const key = `${stage.module}\n${stage.name}\n${stage.rank}`;
    const known = numbers.get(key) ?? new Set<string>();
    numbers.set(key, known.add(numberOf(file)));
    if (known.size > 1) repeated.add(stage.module);
  }
  for (const { file, stage } of all) {
    if (!repeated.has(stage.module)) continue;
    stage.module = [numberOf(file), stage.module].filter((part) => part !== '').join('.');
  }
}

export function sortDump<F extends { name: string }>(files: readonly F[]): Sorted<F> {
  const all = files.flatMap((file) => {
    const stage = stageOf(file.name);
    return stage === null ? [] : [{ file, stage }];
  });
  // Chosen by themselves, such files are named, or opened.
  if (all.length === 0) return { stages: [], others: [...files], left: 0 };
  splitByNumber(all);
  all.sort((a, b) => compare(a.stage, b.stage));
  const stages = all.filter(({ stage }, k) => {
    const before = all[k - 1]?.stage;
    return before?.module !== stage.module || before.name !== stage.name;
  });
  const others = files.filter(({ name }) => !isOfDump(name));
  return { stages, others, left: files.length - others.length - stages.length };
}
