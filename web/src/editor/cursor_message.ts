// SPDX-License-Identifier: Apache-2.0
// The message at the cursor of the text, for the line under it and for screen readers.
import { useEffect, useState } from 'preact/hooks';
import type { Message } from '../program/messages';

interface AtCursor {
  message: Message | null;
  /** Whether the cursor went there, in a text that has not changed. */
  moved: boolean;
}

let current: AtCursor = { message: null, moved: false };
const listeners = new Set<(now: AtCursor) => void>();

export function noteMessage(message: Message | null, moved: boolean): void {
  if (message === null && current.message === null) return;
  current = { message, moved };
  for (const listener of listeners) listener(current);
}

export function useCursorMessage(): AtCursor {
  const [now, setNow] = useState(current);
  useEffect(() => {
    listeners.add(setNow);
    return () => {
      listeners.delete(setNow);
    };
  }, []);
  return now;
}
