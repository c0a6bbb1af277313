// SPDX-License-Identifier: Apache-2.0
// Imports a source that the importers have not read, when it has been still for a moment: one that was
// edited in its pane, or came with a link.
import { importSource } from '../intake/importer';
import type { Source } from '../intake/source';
import type { Notice } from '../state/state';
import type { Store } from '../state/store';

const IMPORT_DELAY_MS = 200;

/** Edits of the HLO text that an import has replaced can be had back. */
const replacedNotice = (text: string): Notice => ({
  text: 'The source was imported anew, in the place of an HLO text that had been edited.',
  offer: { label: 'Undo', action: { kind: 'edit', text } },
});

export function watchSource(
  { state, dispatch, subscribe }: Store,
  importText: typeof importSource = importSource,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (source: Source): Promise<void> => {
    const found = await importText(source.text, source.sizes).catch(() => null);
    const now = state();
    if (found === null || now.source !== source) return;
    // The HLO text of a link may have been edited by itself.
    const text = source.edited ? found.text : null;
    const replaces = text !== null && text !== now.text;
    const byHand = source.made !== null && now.text !== source.made;
    const made = found.text ?? source.made;
    dispatch({ kind: 'imported', source: { ...found.source, made }, text });
    if (replaces && byHand) dispatch({ kind: 'notice', notice: replacedNotice(now.text) });
  };
  const look = (): void => {
    clearTimeout(timer);
    const { source } = state();
    if (source === null || source.links !== null) return;
    timer = setTimeout(() => void read(source), source.edited ? IMPORT_DELAY_MS : 0);
  };
  look();
  const stop = subscribe((next, before) => {
    if (next.source !== before.source) look();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
