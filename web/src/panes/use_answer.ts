// SPDX-License-Identifier: Apache-2.0
import { useLayoutEffect, useState } from 'preact/hooks';
import { Unanswered } from '../engine/engine_client';

interface Held<T> {
  key: string;
  subject: string;
  value: T;
}

/** When the build draws the page, it asks, waits, and draws again until nothing is left to ask. */
export const answersAhead = {
  known: new Map<string, unknown>(),
  waiting: [] as Promise<void>[],
};

function ahead<T>(
  subject: string,
  key: string,
  ask: (() => Promise<T>) | null,
): { value: T | null; fresh: boolean } {
  const { known, waiting } = answersAhead;
  const name = JSON.stringify([subject, key]);
  if (known.has(name)) return { value: known.get(name) as T, fresh: true };
  if (ask !== null) waiting.push(ask().then((answer) => void known.set(name, answer)));
  return { value: null, fresh: false };
}

/**
 * The engine's answer to `ask`, requested again whenever `key` changes. The last answer stays until
 * the next one is here, so nothing blinks; an answer about another `subject` is never shown.
 */
export function useAnswer<T>(
  subject: string,
  key: string,
  ask: (() => Promise<T>) | null,
): { value: T | null; fresh: boolean } {
  const [held, setHeld] = useState<Held<T> | null>(null);
  const nothing = ask === null;
  // Asked before the browser paints: a frame of waiting per question would be felt.
  useLayoutEffect(() => {
    if (ask === null) return undefined;
    let wanted = true;
    ask().then(
      (value) => wanted && setHeld({ key, subject, value }),
      (error: unknown) => {
        if (!(error instanceof Unanswered)) console.error(error);
      },
    );
    return () => {
      wanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says all that `ask` depends on
  }, [key, subject, nothing]);
  if (import.meta.env.SSR) return ahead(subject, key, ask);
  const value = held !== null && held.subject === subject ? held.value : null;
  return { value, fresh: held?.key === key };
}

const stamps = new WeakMap<object, number>();
let lastStamp = 0;

/** A number that tells objects apart, for keys. */
export function stampOf(thing: object | null): number {
  if (thing === null) return 0;
  let stamp = stamps.get(thing);
  if (stamp === undefined) stamps.set(thing, (stamp = ++lastStamp));
  return stamp;
}
