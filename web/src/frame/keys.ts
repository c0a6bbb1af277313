// SPDX-License-Identifier: Apache-2.0
// Keys of the whole page. Help.tsx lists them.
import type { EditorHandle } from '../editor/controller';
import type { Playground } from './playground';
import { panesOf } from './Tabs';
import { deviceIn } from '../engine/devices';
import { neighbor, selectionOf } from '../program/selection';

export const isTyping = (target: EventTarget | null): boolean =>
  (target as Element | null)?.closest('input, textarea, select, [contenteditable="true"]') != null;

export type PageKey =
  | {
      kind:
        | 'run'
        | 'stop'
        | 'leave'
        | 'help'
        | 'search'
        | 'edit'
        | 'fold'
        | 'values'
        | 'overview'
        | 'nan'
        | 'format';
    }
  | { kind: 'step' | 'message'; by: number }
  | { kind: 'pane'; number: number };

/** What a key means, or null. */
export function pageKey(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  typing: boolean,
): PageKey | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if ((ctrlKey || metaKey) && key === 'Enter') return { kind: 'run' };
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  if (altKey && digit !== undefined) return { kind: 'pane', number: Number(digit) - 1 };
  if (altKey && code === 'KeyM') return { kind: 'fold' };
  if (altKey && code === 'KeyV') return { kind: 'values' };
  if (altKey && shiftKey && code === 'KeyF') return { kind: 'format' };
  if (key === 'F8') return { kind: 'message', by: shiftKey ? -1 : 1 };
  if (key === 'Escape') return { kind: typing ? 'leave' : 'stop' };
  if (typing || ctrlKey || metaKey || altKey) return null;
  switch (key) {
    case '?':
      return { kind: 'help' };
    case '/':
      return { kind: 'search' };
    case 'o':
      return { kind: 'overview' };
    case 'f':
      return { kind: 'nan' };
    case 'm':
      return { kind: 'fold' };
    case 'v':
      return { kind: 'values' };
    case 'e':
      return { kind: 'edit' };
    case '[':
      return { kind: 'step', by: -1 };
    case ']':
      return { kind: 'step', by: 1 };
    default:
      return null;
  }
}

/** Selects the instruction that made the first NaN of the run. */
async function selectNanOrigin({ store, ask }: Playground): Promise<void> {
  const { shown, device } = store.state();
  if (shown?.outcome == null) return;
  const { analysis } = shown;
  const id = await ask('nanOrigin', analysis.program, deviceIn(analysis, device)).catch(() => -1);
  const selection = selectionOf(analysis, id);
  if (selection !== null) store.dispatch({ kind: 'select', selection });
}

/** Writes the canonical text of the program in the place of the text; undo takes it back. */
export async function formatText(
  { store, ask }: Pick<Playground, 'store' | 'ask'>,
  editor: EditorHandle | null,
): Promise<void> {
  const { evaluation, text } = store.state();
  if (evaluation === null || editor === null) return;
  if (!evaluation.analysis.ok || evaluation.text !== text) return;
  const printed = await ask('print', evaluation.analysis.program).catch(() => text);
  if (store.state().text !== text || printed === text) return;
  editor.edit([{ from: 0, to: text.length, insert: printed }]);
}

export function listenForKeys(
  playground: Playground,
  editor: () => EditorHandle | null,
): () => void {
  const { store } = playground;
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const meaning = pageKey(event, isTyping(event.target));
    if (meaning === null) return;
    switch (meaning.kind) {
      case 'run':
        playground.rerun();
        break;
      case 'stop':
        if (store.state().phase === 'busy') playground.stop();
        return;
      case 'leave':
        if (store.state().phase === 'busy') playground.stop();
        else (document.activeElement as HTMLElement | null)?.blur();
        return;
      case 'help':
        document.getElementById('help')?.togglePopover();
        break;
      case 'search':
        editor()?.openSearch();
        break;
      case 'message':
        editor()?.stepMessage(meaning.by);
        break;
      case 'overview': {
        const open = document.querySelector('.overview') !== null;
        store.dispatch({ kind: 'overview', overview: !open });
        break;
      }
      case 'fold':
        store.dispatch({ kind: 'folded', folded: !store.state().folded });
        break;
      case 'values':
        store.dispatch({ kind: 'values', values: !store.state().values });
        break;
      case 'format':
        void formatText(playground, editor());
        break;
      case 'nan':
        void selectNanOrigin(playground);
        break;
      case 'edit':
        editor()?.focus();
        break;
      case 'step': {
        const { evaluation, selection } = store.state();
        if (evaluation === null) return;
        const next = neighbor(evaluation.analysis, selection, meaning.by);
        store.dispatch({ kind: 'select', selection: next });
        break;
      }
      case 'pane': {
        const pane = panesOf(store.state())[meaning.number];
        if (pane === undefined) return;
        store.dispatch({ kind: 'pane', pane });
      }
    }
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
