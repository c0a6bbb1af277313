// SPDX-License-Identifier: Apache-2.0
// The sizes that a StableHLO program leaves open, as jax.export does for symbolic shapes.
import type { Finding } from '../generated/hlo-import.mjs';

/** By name: that of a variable, or "arg0.1" for dimension 1 of argument 0. */
export type Sizes = Readonly<Record<string, number>>;

/** Of a failed import that needs sizes. */
export interface AsksSizes {
  /** Those given before, and one that is proposed. */
  sizes?: Sizes | undefined;
  /** Imports again. */
  convert?: ((sizes: Sizes) => void) | undefined;
}

const PROPOSED = 8;
/** What the importers say to users of the command line. */
const ADVICE = /; give it with --dim (.+)=8$/;
/** They write it where they know no name. */
const NO_NAME = 'NAME';

export const withoutAdvice = (message: string): string => message.replace(ADVICE, '');

/** Which sizes to ask for after an import, or null. */
export function askedSizes(
  findings: readonly Pick<Finding, 'message'>[],
  given: Sizes = {},
): Sizes | null {
  const names = findings.map(({ message }) => ADVICE.exec(message)?.[1] ?? NO_NAME);
  const missing = names.find((name) => name !== NO_NAME && !Object.hasOwn(given, name));
  if (missing !== undefined) return { ...given, [missing]: PROPOSED };
  return Object.keys(given).length > 0 ? given : null;
}

/** `b`, `dimension 1 of argument 0` */
export function dimensionText(name: string): string {
  const [, argument, dimension] = /^arg(\d+)\.(\d+)$/.exec(name) ?? [];
  return argument === undefined ? name : `dimension ${dimension} of argument ${argument}`;
}

/** `b = 8, c = 2` */
export const sizesText = (sizes: Sizes): string =>
  Object.entries(sizes)
    .map(([name, size]) => `${dimensionText(name)} = ${size}`)
    .join(', ');

/** As the importers take them. */
export function dimsOf(sizes: Sizes): [string, number][] {
  const dims = Object.entries(sizes);
  // One alone would be taken for all dimensions without a name, of which each is asked for.
  if (dims.length === 1 && /^arg\d/.test(dims[0]?.[0] ?? '')) dims.push(['', 0]);
  return dims;
}
