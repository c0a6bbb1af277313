// SPDX-License-Identifier: Apache-2.0
// Counts and sizes in words.

export const groupDigits = (value: number): string =>
  String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/** `1 048 576 B (1 MiB)` */
export function byteText(bytes: number): string {
  const exact = `${groupDigits(bytes)}\u00a0B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let power = 0;
  let scaled = bytes;
  while (scaled >= 1024 && power < units.length) {
    scaled /= 1024;
    power += 1;
  }
  if (power === 0) return exact;
  return `${exact} (${Number(scaled.toPrecision(3))}\u00a0${units[power - 1]})`;
}

export const plural = (count: number, noun: string, many = `${noun}s`): string =>
  `${groupDigits(count)} ${count === 1 ? noun : many}`;

const short = (value: number, base: number, units: readonly string[], glue: string): string => {
  let scaled = value;
  let power = 0;
  while (scaled >= base && power < units.length - 1) {
    scaled /= base;
    power += 1;
  }
  const digits = power === 0 ? Math.round(scaled) : Number(scaled.toPrecision(scaled < 10 ? 2 : 3));
  return `${groupDigits(digits)}${units[power] === '' ? '' : glue}${units[power]}`;
};

/** `162`, `1.2 M` */
export const shortCount = (value: number): string =>
  short(value, 1000, ['', 'k', 'M', 'G', 'T', 'P', 'E'], '\u202f');

/** `48 KiB` */
export const shortBytes = (value: number): string =>
  short(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'], '\u202f');
