// SPDX-License-Identifier: Apache-2.0
// What the importers leave to the engine: the shapes of ops whose types leave sizes open, and modules as
// JSON. Loaded with the first of either.
import createHlo from '../generated/hlo.mjs';
import firstUrl from '../generated/hlo.wasm?url';
import restUrl from '../generated/hlo-rest.wasm?url';
import { fetchModule, inTwoParts } from '../engine/parts';
import type { Analysis, HloModule } from '../engine/types';
import type { ImportedFile } from '../generated/hlo-import.mjs';
import { JSON_FORMAT } from './formats';
import { rootOf } from '../program/selection';

/** The shape of the root of a text, or "" if it has errors. */
export function rootShape(engine: Pick<HloModule, 'analyze' | 'release'>, text: string): string {
  const analysis = JSON.parse(engine.analyze(text, false)) as Analysis;
  engine.release(analysis.program);
  return analysis.ok ? (rootOf(analysis)?.outline.shape ?? '') : '';
}

/** A module as JSON; its text is empty if it has errors. */
export function moduleOfJson(
  engine: Pick<HloModule, 'analyze' | 'print' | 'release'>,
  json: string,
): ImportedFile {
  const analysis = JSON.parse(engine.analyze(json, false)) as Analysis;
  const text = analysis.ok ? engine.print(analysis.program, 'hlo') : '';
  engine.release(analysis.program);
  return { format: JSON_FORMAT, ok: analysis.ok, text, map: [], findings: analysis.diagnostics };
}

export async function loadEngine(): Promise<HloModule> {
  const urls = [firstUrl, restUrl].map((url) => new URL(url, import.meta.url).href);
  const [first, rest] = await Promise.all(urls.map(fetchModule));
  if (first === undefined || rest === undefined) throw new Error('it did not load');
  return createHlo(inTwoParts(first, () => rest));
}
