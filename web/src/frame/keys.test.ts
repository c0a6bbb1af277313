// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { pageKey } from './keys';

const press = (key: string, extra: Partial<KeyboardEvent> = {}, typing = false) =>
  pageKey(
    { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...extra },
    typing,
  );

test('plain keys work outside of fields only', () => {
  expect(press('?')).toEqual({ kind: 'help' });
  expect(press(']')).toEqual({ kind: 'step', by: 1 });
  expect(press('[')).toEqual({ kind: 'step', by: -1 });
  expect(press('?', {}, true)).toBeNull();
  expect(press(']', {}, true)).toBeNull();
});

test('keys with Control or Alt work everywhere', () => {
  expect(press('Enter', { ctrlKey: true }, true)).toEqual({ kind: 'run' });
  expect(press('¡', { altKey: true, code: 'Digit2' }, true)).toEqual({ kind: 'pane', number: 1 });
});

test('M folds and unfolds, with Alt also while one types', () => {
  expect(press('m')).toEqual({ kind: 'fold' });
  expect(press('m', {}, true)).toBeNull();
  expect(press('µ', { altKey: true, code: 'KeyM' }, true)).toEqual({ kind: 'fold' });
});

test('F8 walks through the messages, from fields too', () => {
  expect(press('F8', {}, true)).toEqual({ kind: 'message', by: 1 });
  expect(press('F8', { shiftKey: true })).toEqual({ kind: 'message', by: -1 });
});

test('Escape leaves a field, and stops a run elsewhere', () => {
  expect(press('Escape', {}, true)).toEqual({ kind: 'leave' });
  expect(press('Escape')).toEqual({ kind: 'stop' });
});

test('Alt Shift F formats, also while one types', () => {
  expect(press('Ï', { altKey: true, shiftKey: true, code: 'KeyF' }, true)).toEqual({
    kind: 'format',
  });
});
