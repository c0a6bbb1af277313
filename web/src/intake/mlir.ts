// SPDX-License-Identifier: Apache-2.0
// The MLIR in a text as people have it: a log, a page of an issue, what a prompt of Python shows.
import { isHead, linesOf, withComments } from './modules';

/** Where it begins: an alias, a module, a function, or an op. */
export const MLIR =
  /^\s*(?:[#!]\w+ = |module(?: @\S+)?(?: attributes)? ?\{|"?(?:func\.func|builtin\.module)\b|%\w+(?::\d+)? = "?(?:stablehlo|mhlo|chlo|func|arith|linalg|tensor)\.)/m;
/** Its last line. */
const END = /^\s*(?:[})%]|\/\/|#[\w-]|return\b)/;

/** A text without what stands before and after the MLIR in it. One with modules of HLO stays. */
export function mlirIn(text: string): string {
  const lines = linesOf(text);
  const first = lines.findIndex((line) => MLIR.test(line));
  if (first < 0 || lines.some(isHead)) return text;
  const end = lines.findLastIndex((line) => END.test(line));
  const part = lines.slice(withComments(lines, first), Math.max(first, end) + 1).join('\n');
  return `${part}\n`;
}
