// SPDX-License-Identifier: Apache-2.0
// Whose value is it? The values inside of a program are those of its first device; of the others, the
// results are known.
import type { JSX } from 'preact';
import { previewArray } from '../engine/preview';
import type { InstructionOutline } from '../engine/types';
import { deviceCount } from '../engine/devices';
import type { Evaluation } from '../program/evaluation';
import { rootOf } from '../program/selection';
import type { PaneProps } from './context';

/** So many results are listed. */
const MOST_LISTED = 64;

interface Literal {
  data?: unknown;
  tuple?: Literal[];
}

/** A short text of a result. */
export function literalText(shape: string, literal: unknown): string {
  const { data, tuple } = (literal ?? {}) as Literal;
  if (tuple !== undefined) return `(${tuple.map((part) => literalText('', part)).join(', ')})`;
  if (data === undefined) return shape;
  const texts = (Array.isArray(data) ? data.flat(Infinity) : [data]).map(String);
  const dims = /\[([\d,]*)\]/.exec(shape)?.[1];
  const sizes = dims === undefined || dims === '' ? [] : dims.split(',').map(Number);
  return previewArray(texts, sizes.length === 0 && texts.length > 1 ? [texts.length] : sizes);
}

/** Devices with equal results, in one row. */
export function byResult(texts: readonly string[]): { text: string; devices: number[] }[] {
  const rows = new Map<string, number[]>();
  texts.forEach((text, device) => rows.set(text, [...(rows.get(text) ?? []), device]));
  return [...rows].map(([text, devices]) => ({ text, devices }));
}

/** `0-3, 6` */
export function deviceList(devices: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const device of devices) {
    const last = runs.at(-1);
    if (last?.[1] === device - 1) last[1] = device;
    else runs.push([device, device]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

function Results({ evaluation }: { evaluation: Evaluation }): JSX.Element {
  const results = evaluation.outcome?.report.results ?? [];
  const rows = byResult(results.map(({ shape, literal }) => literalText(shape, literal)));
  return (
    <table class="device-results">
      <caption class="sr">results of all devices</caption>
      <tbody>
        {rows.slice(0, MOST_LISTED).map(({ text, devices }) => (
          <tr key={text}>
            <th scope="row">
              {devices.length === 1 ? 'device' : 'devices'} {deviceList(devices)}
            </th>
            <td>
              <code>{text}</code>
            </td>
          </tr>
        ))}
        {rows.length > MOST_LISTED && (
          <tr>
            <th scope="row">and {rows.length - MOST_LISTED} more</th>
          </tr>
        )}
      </tbody>
    </table>
  );
}

export function Devices(
  props: PaneProps & { evaluation: Evaluation; outline: InstructionOutline },
): JSX.Element | null {
  const { evaluation, outline, dispatch } = props;
  const count = deviceCount(evaluation.analysis);
  if (count === 1) return null;
  const root = rootOf(evaluation.analysis);
  if (root === null) return null;
  if (root.outline === outline) {
    return (
      <>
        <p class="device-note">
          <b>What did each device arrive at?</b>{' '}
          <span class="quiet">There are {count}; the table below is of device 0.</span>
        </p>
        <Results evaluation={evaluation} />
      </>
    );
  }
  return (
    <p class="device-note warning">
      This is the value on <b>device 0</b> of {count}. The others may have another one; what they
      arrive at is shown at{' '}
      <button class="link" onClick={() => dispatch({ kind: 'select', selection: root })}>
        {root.instruction}
      </button>
      .
    </p>
  );
}
