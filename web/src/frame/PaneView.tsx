// SPDX-License-Identifier: Apache-2.0
// The pane on show. Each one is a part of the page that is loaded when it is first needed, and ahead
// of that once the first values are there.
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PaneProps } from '../panes/context';
import type { Pane } from '../base/views';
import { Guard } from './Guard';

type PaneComponent = ComponentType<PaneProps>;

const LOADERS: Record<Pane, () => Promise<PaneComponent>> = {
  value: async () => (await import('../panes/ValuePane')).ValuePane,
  layout: async () => (await import('../panes/LayoutPane')).LayoutPane,
  devices: async () => (await import('../panes/DevicesPane')).DevicesPane,
  inputs: async () => (await import('../panes/InputsPane')).InputsPane,
  source: async () => (await import('../panes/SourcePane')).SourcePane,
  changes: async () => (await import('../panes/ChangesPane')).ChangesPane,
  messages: async () => (await import('../panes/MessagesPane')).MessagesPane,
};

const loaded = new Map<Pane, PaneComponent>();

export async function loadPane(pane: Pane): Promise<void> {
  if (!loaded.has(pane)) loaded.set(pane, await LOADERS[pane]());
}

/** Brings all panes, so that none waits for the network later. */
export async function loadPanes(): Promise<void> {
  await Promise.all((Object.keys(LOADERS) as Pane[]).map(loadPane));
}

export function PaneView(props: PaneProps): JSX.Element {
  const { pane, selection, text } = props.state;
  const [failed, setFailed] = useState<Pane | null>(null);
  const [, setArrived] = useState<Pane | null>(null);
  const Shown = loaded.get(pane);
  useEffect(() => {
    if (loaded.has(pane) || failed === pane) return;
    loadPane(pane).then(
      () => setArrived(pane),
      () => setFailed(pane),
    );
  }, [pane, failed]);
  return (
    <div id="pane" class="pane" role="tabpanel" aria-labelledby={`tab-${pane}`}>
      {Shown === undefined ? (
        <p class="reason">
          {failed === pane ? 'This view did not load: is there a network? ' : 'Loading this view.'}
          {failed === pane && (
            <button class="plain" onClick={() => setFailed(null)}>
              Try again
            </button>
          )}
        </p>
      ) : (
        <Guard subject={`${pane} ${selection?.computation}/${selection?.instruction} ${text}`}>
          <Shown {...props} />
        </Guard>
      )}
    </div>
  );
}
