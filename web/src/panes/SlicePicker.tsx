// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import type { Plane } from './indices';

/** One number field per leading dimension that a grid does not show. */
export function SlicePicker({
  plane,
  onChange,
}: {
  plane: Plane;
  onChange: (slice: number[]) => void;
}): JSX.Element | null {
  if (plane.slice.length === 0) return null;
  const set = (d: number, value: number): void => {
    const next = [...plane.slice];
    next[d] = Math.max(0, Math.min((plane.dims[d] ?? 1) - 1, Math.trunc(value) || 0));
    onChange(next);
  };
  return (
    <div class="slice" role="group" aria-label="slice shown">
      <span class="quiet">slice</span>
      <code>[</code>
      {plane.slice.map((coordinate, d) => (
        <label key={d}>
          <span class="sr">{`coordinate of dimension ${d}, of ${plane.dims[d]}`}</span>
          <input
            type="number"
            min={0}
            max={(plane.dims[d] ?? 1) - 1}
            value={coordinate}
            onInput={(event) => set(d, event.currentTarget.valueAsNumber)}
          />
          <code>,</code>
        </label>
      ))}
      <code>:, :]</code>
      <span class="quiet">of {plane.dims.join(' × ')}</span>
    </div>
  );
}
