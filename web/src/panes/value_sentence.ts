// SPDX-License-Identifier: Apache-2.0
// What an array holds, in a sentence that claims no more than was looked at.
import { groupDigits, plural } from '../base/sizes';
import type { Statistics } from '../engine/types';
import { statisticText } from './number_format';

export interface Clause {
  text: string;
  /** Whether it is about NaN or infinities. */
  alarm?: boolean;
}

const count = (noun: string, number: number): string => plural(number, noun);

function range(elementType: string, statistics: Statistics): string {
  const { counted, finite, min, max, mean, zero } = statistics;
  if (finite === 0) return '';
  if (elementType === 'pred') return `${groupDigits(finite - zero)} of them true`;
  const part = /^c(?:64|128)$/.test(elementType) ? 'real parts ' : '';
  if (min === max) return counted === 1 ? '' : `${part}all ${statisticText(min)}`;
  return `${part}from ${statisticText(min)} to ${statisticText(max)}, mean ${statisticText(mean)}`;
}

/** `15 elements from 0 to 7, mean 3.5`, then what is not a number. */
export function valueSentence(
  elementType: string,
  elements: number,
  statistics: Statistics,
): Clause[] {
  const { counted, nan, infinite, finite } = statistics;
  const part = counted < elements;
  const whole = count('element', elements);
  const subject = part ? `${whole}; the first ${groupDigits(counted)} of them` : whole;
  const said = range(elementType, statistics);
  const glue = part || said.startsWith('from') ? ' ' : ', ';
  const clauses: Clause[] = [{ text: said === '' ? whole : `${subject}${glue}${said}` }];
  // The range is that of the finite ones.
  if (said !== '' && nan + infinite > 0) clauses[0] = { text: `${subject}, finite ones ${said}` };
  if (finite === 0 && nan + infinite > 0) clauses[0] = { text: whole };
  if (nan > 0) clauses.push({ text: `${groupDigits(nan)} nan`, alarm: true });
  if (infinite > 0) clauses.push({ text: `${groupDigits(infinite)} infinite`, alarm: true });
  return clauses;
}
