// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'preact/hooks';

/** Whether `on` has held for `delay` milliseconds. */
export function useLasting(on: boolean, delay: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!on) {
      setLasting(false);
      return undefined;
    }
    const timer = setTimeout(() => setLasting(true), delay);
    return () => clearTimeout(timer);
  }, [on, delay]);
  return on && lasting;
}
