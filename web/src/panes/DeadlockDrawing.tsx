// SPDX-License-Identifier: Apache-2.0
// Devices in a circle, with an arrow from each one that waits to those that it waits for.
import type { JSX } from 'preact';
import { between, deadlockOf, onCircle } from './deadlock';

/** With more devices there is only the sentence. */
const MAX_DRAWN = 16;
const NODE = 14;
const GAP = NODE + 3;

export function DeadlockDrawing({ message }: { message: string }): JSX.Element | null {
  const found = deadlockOf(message);
  if (found === null) return null;
  const { waits, finished } = found;
  const all = waits.flatMap(({ devices, awaited }) => [...devices, ...awaited]);
  const devices = [...new Set(all)].sort((a, b) => a - b);
  if (devices.length > MAX_DRAWN) return null;
  const radius = Math.max(44, devices.length * 9);
  const places = onCircle(devices.length, radius);
  const placeOf = (device: number): { x: number; y: number } =>
    places[devices.indexOf(device)] ?? { x: 0, y: 0 };
  const arrows = waits.flatMap(({ devices: waiting, awaited }) =>
    waiting.flatMap((from) => awaited.map((to) => between(placeOf(from), placeOf(to), GAP))),
  );
  const half = radius + NODE + 4;
  return (
    <figure class="deadlock">
      <svg
        viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
        width={2 * half}
        height={2 * half}
        role="img"
        aria-label={message}
      >
        <marker
          id="arrow"
          viewBox="0 0 6 6"
          refX="6"
          refY="3"
          markerWidth="6"
          markerHeight="6"
          orient="auto"
        >
          <path d="M0 0 L6 3 L0 6 z" />
        </marker>
        {arrows.map(([from, to], k) => (
          <line key={k} x1={from.x} y1={from.y} x2={to.x} y2={to.y} marker-end="url(#arrow)" />
        ))}
        {devices.map((device) => {
          const { x, y } = placeOf(device);
          return (
            <g key={device} class={finished.includes(device) ? 'finished' : ''}>
              <circle cx={x} cy={y} r={NODE} />
              <text x={x} y={y} dy="0.35em">
                {device}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        {waits.map(({ devices: waiting, place }, k) => (
          <p key={k}>
            <b>{waiting.join(', ')}</b> <span class="quiet">in</span> <code>{place}</code>
          </p>
        ))}
        <p class="quiet">An arrow leads from a device that waits to one that it waits for.</p>
        {finished.length > 0 && <p class="quiet">Dashed: has finished.</p>}
      </figcaption>
    </figure>
  );
}
