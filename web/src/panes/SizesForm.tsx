// SPDX-License-Identifier: Apache-2.0
// Asks for the sizes that a program leaves open.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { dimensionText, type Sizes } from '../intake/sizes';

const LARGEST = 2 ** 31 - 1;

interface Props {
  sizes: Sizes;
  onConvert: (sizes: Sizes) => void;
  /** Whether it takes the focus, which it does once for the same sizes. */
  takesFocus?: boolean;
}

let focused: Sizes | null = null;

export function SizesForm({ sizes, onConvert, takesFocus = false }: Props): JSX.Element {
  const form = useRef<HTMLFormElement>(null);
  const names = Object.keys(sizes);
  const all = names.join();
  useEffect(() => {
    const isNew = takesFocus && sizes !== focused;
    if (takesFocus) focused = sizes;
    // The size that is missing is the last one.
    if (isNew || form.current?.contains(document.activeElement) === true) {
      const field = form.current?.querySelector<HTMLInputElement>('label:last-of-type input');
      field?.focus();
      field?.select();
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only where another size is asked for
  }, [all]);
  return (
    <form
      ref={form}
      class="field"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = [...new FormData(event.currentTarget)];
        onConvert(Object.fromEntries(fields.map(([name, size]) => [name, Number(size)])));
      }}
    >
      {names.map((name) => (
        <label key={name} class="seed">
          Size of {dimensionText(name)}
          <input
            type="number"
            name={name}
            min={0}
            max={LARGEST}
            required
            defaultValue={String(sizes[name])}
          />
        </label>
      ))}
      <button class="plain">Convert</button>
    </form>
  );
}
