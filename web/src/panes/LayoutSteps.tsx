// SPDX-License-Identifier: Apache-2.0
// The way from an index to its place in memory, and the bits there.
import type { ComponentChildren, JSX } from 'preact';
import { groupDigits } from '../base/sizes';
import type { IndexReport, LayoutReport } from '../engine/types';
import type { PaneProps } from './context';
import { bitFields } from './element_bits';
import { indexText } from './layout';
import type { ValueSource } from './LayoutGrids';
import { useAnswer } from './use_answer';

/** The bits of one element, field by field. */
export function Bits(props: {
  ask: PaneProps['ask'];
  report: LayoutReport;
  source: Omit<ValueSource, 'bytes'>;
  element: number;
}): JSX.Element | null {
  const { ask, report, source, element } = props;
  const { program, device, instruction, path, stamp } = source;
  const { value: texts } = useAnswer(
    `bits ${instruction} ${element}`,
    `${stamp} ${device} ${instruction} ${path.join()} ${element}`,
    () => ask('gather', program, device, instruction, path, [element]),
  );
  const text = texts?.[0];
  const fields = text === undefined ? null : bitFields(report.elementType, text);
  if (text === undefined || fields === null) return null;
  const names = fields.length === 3 ? ['sign', 'exponent', 'mantissa'] : ['bits'];
  return (
    <p class="bits">
      <code class="strong">{text}</code>
      <span class="quiet">{' is '}</span>
      {fields.map((bits, k) => (
        <span key={k} title={names[k]}>
          <code>{bits}</code> <span class="quiet">{names[k]}</span>{' '}
        </span>
      ))}
    </p>
  );
}

export function Steps({
  explained,
  report,
  children,
}: {
  explained: IndexReport | null;
  report: LayoutReport;
  children?: ComponentChildren;
}): JSX.Element {
  if (explained === null || !explained.ok) {
    const ask =
      'Point at a cell on either side, or walk with the arrow keys: the way from index to';
    return (
      <div class="steps">
        <p class="quiet">{explained?.error || `${ask} position is worked out here.`}</p>
      </div>
    );
  }
  const { index, position, byte, bit } = explained;
  const { elementBits } = report;
  const last = byte + Math.max(1, elementBits / 8) - 1;
  const bytes =
    elementBits % 8 !== 0
      ? `byte ${groupDigits(byte)}, bits ${bit % 8} to ${(bit % 8) + elementBits - 1}`
      : last === byte
        ? `byte ${groupDigits(byte)}`
        : `bytes ${groupDigits(byte)} to ${groupDigits(last)}`;
  return (
    <div class="steps">
      <p>
        <code class="strong">{index === null ? 'padding' : indexText(index)}</code>
        <span class="quiet"> is at position </span>
        <code class="strong">{groupDigits(position)}</code>
        <span class="quiet">{`, ${bytes}`}</span>
      </p>
      <ol>
        {explained.steps.map((step, k) => (
          <li key={k}>
            <code>{step}</code>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
