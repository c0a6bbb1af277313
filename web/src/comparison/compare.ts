// SPDX-License-Identifier: Apache-2.0
// Compares two texts in an engine of its own, so that the engine of the page goes on meanwhile.
import { deviceCount, keptDevices } from '../engine/devices';
import { argumentLists, entryParameters, type Given } from '../engine/inputs';
import type {
  Analysis,
  HloModule,
  ProgramDifference,
  RunOptions,
  RunReport,
  ValueChange,
} from '../engine/types';
import { compareValues, type ArrayComparison } from './arrays';

/** How long a program may run. */
const RUN_MS = 10_000;
const MAX_BYTES = 1 << 30;

/** A program before, one after, and what both are given. */
export interface Texts {
  before: string;
  after: string;
  given: Given;
}

/** How the results of two programs differ, or why they cannot be compared. */
export type ComparedResults = { arrays: ArrayComparison[] } | { problem: string };

/** Reads two programs, and releases them after `compare`. */
function withPrograms<T>(
  module: HloModule,
  { before, after }: Texts,
  compare: (programs: readonly [Analysis, Analysis]) => T,
): T {
  const read = (text: string): Analysis => JSON.parse(module.analyze(text, true)) as Analysis;
  const programs = [read(before), read(after)] as const;
  try {
    return compare(programs);
  } finally {
    for (const { program } of programs) module.release(program);
  }
}

/** Null if one of them has no entry computation. */
export const compareInstructions = (module: HloModule, texts: Texts): ProgramDifference | null =>
  withPrograms(
    module,
    texts,
    ([before, after]) =>
      JSON.parse(module.comparePrograms(before.program, after.program)) as ProgramDifference | null,
  );

const rootOf = ({ computations }: Analysis): number | undefined =>
  computations.find(({ entry }) => entry)?.instructions.find(({ root }) => root)?.id;

/** Runs a program, and keeps the values of `shown`, or all; why that failed, or null. */
function run(module: HloModule, analysis: Analysis, given: Given, shown?: number[]): string | null {
  const { program, ok, cannotRun } = analysis;
  if (!ok) return 'it has errors';
  if (cannotRun !== '') return cannotRun;
  const parameters = entryParameters(analysis);
  const lists = argumentLists(given.inputs, parameters, given.defaults, deviceCount(analysis));
  const options: RunOptions = {
    ...(shown === undefined ? {} : { shown }),
    sliceMilliseconds: RUN_MS,
    keepDevices: shown === undefined ? 1 : keptDevices(analysis),
    maxBytes: MAX_BYTES,
  };
  const report = module.run(program, JSON.stringify(lists), JSON.stringify(options));
  const { suspended, error } = JSON.parse(report) as RunReport;
  if (suspended) return `it takes more than ${RUN_MS / 1000} seconds`;
  return error === null ? null : error.message;
}

/** Where the values of two programs part, or why they cannot be compared. */
export type ComparedValues = { first: ValueChange[] } | { problem: string };

const notRun = (which: number, why: string): { problem: string } => ({
  problem: `The ${which === 0 ? 'first' : 'second'} program did not run: ${why}.`,
});

export const compareAllValues = (module: HloModule, texts: Texts): ComparedValues =>
  withPrograms(module, texts, (programs): ComparedValues => {
    for (const [which, analysis] of programs.entries()) {
      const failure = run(module, analysis, texts.given);
      if (failure !== null) return notRun(which, failure);
    }
    const [before, after] = programs;
    const json = module.compareValues(before.program, after.program, 0);
    return { first: JSON.parse(json) as ValueChange[] };
  });

export const compareResults = (module: HloModule, texts: Texts): ComparedResults =>
  withPrograms(module, texts, (programs): ComparedResults => {
    const [before, after] = programs;
    const devices = keptDevices(after);
    if (keptDevices(before) !== devices) {
      return { problem: 'The programs run on different numbers of devices.' };
    }
    const values = [];
    for (const [which, analysis] of programs.entries()) {
      const root = rootOf(analysis);
      if (root === undefined) return notRun(which, 'it has no result');
      const failure = run(module, analysis, texts.given, [root]);
      if (failure !== null) return notRun(which, failure);
      values.push({ program: analysis.program, instruction: root });
    }
    const [old, now] = values;
    if (old === undefined || now === undefined) return { problem: 'There is no result.' };
    const compared = compareValues(module, [old, now], devices);
    return typeof compared === 'string' ? { problem: compared } : { arrays: compared };
  });
