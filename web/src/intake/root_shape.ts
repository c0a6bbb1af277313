// SPDX-License-Identifier: Apache-2.0
// The shapes of ops whose types leave sizes open, by the rules of the engine. Loaded with the first such op.
import createHlo from '../generated/hlo.mjs';
import firstUrl from '../generated/hlo.wasm?url';
import restUrl from '../generated/hlo-rest.wasm?url';
import { fetchModule, inTwoParts } from '../engine/parts';
import type { Analysis, HloModule } from '../engine/types';
import { rootOf } from '../program/selection';

/** The shape of the root of a text, or "" if it has errors. */
export function rootShape(engine: Pick<HloModule, 'analyze' | 'release'>, text: string): string {
  const analysis = JSON.parse(engine.analyze(text, false)) as Analysis;
  engine.release(analysis.program);
  return analysis.ok ? (rootOf(analysis)?.outline.shape ?? '') : '';
}

export async function loadRootShape(): Promise<(text: string) => string> {
  const urls = [firstUrl, restUrl].map((url) => new URL(url, import.meta.url).href);
  const [first, rest] = await Promise.all(urls.map(fetchModule));
  if (first === undefined || rest === undefined) throw new Error('it did not load');
  const engine = await createHlo(inTwoParts(first, () => rest));
  return (text) => rootShape(engine, text);
}
