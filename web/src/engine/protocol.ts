// SPDX-License-Identifier: Apache-2.0
// Messages between engine client and engine service. Only plain data crosses.
import type { EngineService } from './engine_service';
import type { Given } from './inputs';
import type { AnalysisRead } from './outline_table';
import type { About, RunOutcome, Span, Tables } from './types';

/** Questions that have one answer each, by the name of the method that answers. */
export type Question =
  | 'summary'
  | 'cells'
  | 'devices'
  | 'gather'
  | 'literal'
  | 'difference'
  | 'nanOrigin'
  | 'previews'
  | 'executions'
  | 'loops'
  | 'showIteration'
  | 'overIterations'
  | 'overview'
  | 'find'
  | 'print'
  | 'describe'
  | 'sizes'
  | 'positions'
  | 'elementsAt'
  | 'explainIndex'
  | 'explainPosition';
export type QuestionArguments<Q extends Question> = Parameters<EngineService[Q]>;
export type Answer<Q extends Question> = ReturnType<EngineService[Q]>;

/** Asks the worker a question. */
export type Ask = <Q extends Question>(
  question: Q,
  ...args: QuestionArguments<Q>
) => Promise<Answer<Q>>;

/** A text to read and to run. */
export interface Job {
  text: string;
  given: Given;
  /** The part of the text that is on screen, in bytes. */
  visible: Span;
  /** `again`: only so far as is sure to be short, after a stop. */
  execute: 'yes' | 'again' | 'no';
}

/** Which full-speed engine to try: one with threads where the page may have them, one without, none. */
export type FullKind = 'threads' | 'plain' | 'none';

export interface FullEngine {
  module: WebAssembly.Module;
  /** Addresses of the files of the engine with threads by name; null: `module` has no threads. */
  threads: Record<string, string> | null;
}

/** The first message to a worker: what it makes its engine of. */
export interface LoadRequest {
  kind: 'load';
  first: WebAssembly.Module;
  /** The rest of the small engine, when it has been fetched ahead. */
  rest: WebAssembly.Module | null;
  restUrl: string;
  /** When it has been fetched, for workers that replace a stopped one. */
  full: FullEngine | null;
}

export type Request =
  | LoadRequest
  | { kind: 'rest'; module: WebAssembly.Module }
  | { kind: 'full'; full: FullEngine }
  | { kind: 'evaluate'; seq: number; job: Job }
  /** Ends the run of the last evaluation; it is heard between two slices. */
  | { kind: 'cancel' }
  | { kind: 'ask'; id: number; question: Question; args: unknown[] };

export type Response =
  | { kind: 'ready'; about: About; tables: Tables; milliseconds: number }
  | { kind: 'broken'; message: string }
  /** The full-speed engine did not start, and another one is used. */
  | { kind: 'unfit' }
  /** From this evaluation on another engine answers. */
  | { kind: 'engine'; about: About }
  | { kind: 'analyzed'; seq: number; read: AnalysisRead }
  /** The run is about to end. */
  | { kind: 'cancelling' }
  /** A run that takes long, with the values so far. */
  | { kind: 'progress'; seq: number; outcome: RunOutcome; milliseconds: number }
  /** `outcome` is null when there is nothing to run. Always the last message of an evaluation. */
  | { kind: 'evaluated'; seq: number; outcome: RunOutcome | null; milliseconds: number }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'refused'; id: number; message: string; stale: boolean };
