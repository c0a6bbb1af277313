// SPDX-License-Identifier: Apache-2.0
// When the overview opens by itself.
import { useEffect, useState } from 'preact/hooks';
import type { State } from '../state/state';

/** Smaller programs are in sight as a whole. */
const MIN_INSTRUCTIONS = 40;
const WIDE = '(min-width: 1100px)';

export function hasOverview({ evaluation, shown }: State): boolean {
  const { computations } = (evaluation ?? shown)?.analysis ?? { computations: [] };
  let count = 0;
  for (const { instructions } of computations) count += instructions.length;
  return count >= MIN_INSTRUCTIONS;
}

/** Whether there is room for a third column. */
export function useWide(): boolean {
  const [wide, setWide] = useState(!import.meta.env.SSR && window.matchMedia(WIDE).matches);
  useEffect(() => {
    const media = window.matchMedia(WIDE);
    const onChange = (): void => setWide(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, []);
  return wide;
}
