// SPDX-License-Identifier: Apache-2.0
// Compares programs off the page's thread. Loaded with the first comparison.
import createHlo from '../generated/hlo-full.mjs';
import moduleUrl from '../generated/hlo-full.wasm?url';
import { fetchModule, inOnePiece } from '../engine/parts';
import type { HloModule } from '../engine/types';
import { compareAllValues, compareInstructions, compareResults } from './compare';
import type { Reply, Request } from './client';

const scope = self as unknown as DedicatedWorkerGlobalScope;
let module: Promise<HloModule> | null = null;

const COMPARISONS = {
  instructions: compareInstructions,
  results: compareResults,
  values: compareAllValues,
};

const load = async (): Promise<HloModule> =>
  inOnePiece(createHlo, await fetchModule(new URL(moduleUrl, import.meta.url).href));

scope.onmessage = async ({ data }: MessageEvent<Request>) => {
  const { question, texts } = data;
  let reply: Reply;
  try {
    module ??= load();
    const answer = COMPARISONS[question](await module, texts);
    reply = { answer, error: '' };
  } catch (error) {
    module = null;
    reply = { answer: null, error: error instanceof Error ? error.message : String(error) };
  }
  scope.postMessage(reply);
};
