// SPDX-License-Identifier: Apache-2.0
// Finds MLIR in text that people copy: logs, issues, Python prompts.
import { isHead, linesOf, withComments } from './modules';

/** Where it begins: an alias, a module, a function, or an op. */
export const MLIR =
  /^\s*(?:[#!]\w+ = |module(?: @\S+)?(?: attributes)? ?\{|"?(?:func\.func|builtin\.module)\b|%\w+(?::\d+)? = "?(?:stablehlo|mhlo|chlo|func|arith|linalg|tensor)\.)/m;
/** Its last line. */
const END = /^\s*(?:[})%]|\/\/|#[\w-]|return\b)/;

/** The MLIR in a text, without the lines before and after it. A text with an HLO module is returned
 *  unchanged. */
export function mlirIn(text: string): string {
  const lines = linesOf(text);
  const first = lines.findIndex((line) => MLIR.test(line));
  if (first < 0 || lines.some(isHead)) return text;
  const end = lines.findLastIndex((line) => END.test(line));
  const part = lines.slice(withComments(lines, first), Math.max(first, end) + 1).join('\n');
  return `${part}\n`;
}
