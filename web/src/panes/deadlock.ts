// SPDX-License-Identifier: Apache-2.0
// Who waits for whom in a deadlock, read from the message of R10 or R11, and places for a drawing.

export interface Wait {
  devices: number[];
  /** The instruction, maybe with its iteration. */
  place: string;
  /** The devices that it waits for. */
  awaited: number[];
}

export interface Deadlock {
  waits: Wait[];
  /** Awaited devices that have ended. */
  finished: number[];
}

const LIST =
  /\bdevices? (\d+(?: to \d+)?(?:(?:, | and )\d+(?: to \d+)?)*)(, which ha(?:s|ve) finished)?/g;
const WAIT = /^(devices? .*?) waits? in %?([^\s:]+(?: \(iteration \d+\))?)(?: for (.*)|:.*)?$/;

/** `0 to 2, 5 and 7` */
function numbersOf(list: string): number[] {
  return list.split(/, | and /).flatMap((part) => {
    const [from = 0, to = from] = part.split(' to ').map(Number);
    return Array.from({ length: to - from + 1 }, (_, k) => from + k);
  });
}

const devicesIn = (text: string): { numbers: number[]; finished: boolean }[] =>
  [...text.matchAll(LIST)].map(([, list = '', finished]) => ({
    numbers: numbersOf(list),
    finished: finished !== undefined,
  }));

/** Null for a message that is not about devices that wait for devices. */
export function deadlockOf(message: string): Deadlock | null {
  const told = /deadlock: (.*)$/.exec(message)?.[1];
  if (told === undefined) return null;
  const finished: number[] = [];
  const waits = told.split('; ').flatMap((part): Wait[] => {
    const [, who = '', place = '', whom = ''] = WAIT.exec(part) ?? [];
    if (who === '') return [];
    const awaited = devicesIn(whom);
    finished.push(...awaited.filter((one) => one.finished).flatMap(({ numbers }) => numbers));
    const devices = devicesIn(who).flatMap(({ numbers }) => numbers);
    return [{ devices, place, awaited: awaited.flatMap(({ numbers }) => numbers) }];
  });
  return waits.some(({ awaited }) => awaited.length > 0) ? { waits, finished } : null;
}

export interface Point {
  x: number;
  y: number;
}

/** Places on a circle around (0,0), the first one on top. */
export function onCircle(count: number, radius: number): Point[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

/** The line between two points without `gap` at both ends. */
export function between(from: Point, to: Point, gap: number): [Point, Point] {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const step = { x: ((to.x - from.x) / length) * gap, y: ((to.y - from.y) / length) * gap };
  return [
    { x: from.x + step.x, y: from.y + step.y },
    { x: to.x - step.x, y: to.y - step.y },
  ];
}
