// SPDX-License-Identifier: Apache-2.0
// What is opened instead of inserted when it is pasted: there logs, files with several modules and other
// formats are recognized.

import { isInstruction, programOfShape } from '../intake/modules';

const MODULE = /^(?:[^\n]*\] )?\s*(?:HloModule\s|module\b[^\n]*\{$)/m;
/** An op of MLIR, or a report in one line. */
const ONE = /^\s*%[\w:]+ = "?\w+\.\w|^CompiledMemoryStats\(|RESOURCE_EXHAUSTED: /;
const ENTRY = /^\s*ENTRY\b[^\n]*\{/m;

/** Where a text is pasted. */
export interface Target {
  /** It replaces all of the text. */
  takesAll: boolean;
  /** The text is an example as it was opened. */
  untouched: boolean;
}

/** Whether a pasted text is a program of its own, or takes the place of one. */
export function opensAsProgram(pasted: string, { takesAll, untouched }: Target): boolean {
  const one = isInstruction(pasted) || ONE.test(pasted) || programOfShape(pasted) !== null;
  if (takesAll && one) return true;
  if (pasted.trim().split('\n').length <= 2) return false;
  return MODULE.test(pasted) || takesAll || (untouched && ENTRY.test(pasted));
}
