// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Ask } from '../engine/protocol';
import type { Store } from '../state/store';
import { TextAhead } from './TextAhead';
import { EditorController, type EditorHandle } from './controller';
import type * as ExtrasModule from './extras';

export interface EditorProps {
  store: Store;
  ask: Ask;
  extras: () => Promise<typeof ExtrasModule>;
  /** Gets a whole program that is pasted. */
  onPaste: (text: string) => void;
  onReady: (handle: EditorHandle) => void;
}

export function Editor(props: EditorProps): JSX.Element {
  const { store } = props;
  const parent = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (parent.current === null) return undefined;
    const controller = new EditorController(parent.current, props);
    props.onReady(controller);
    return () => controller.destroy();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the store outlives the editor
  }, []);
  return (
    <div class="editor" dir="ltr" ref={parent}>
      {import.meta.env.SSR && <TextAhead store={store} />}
    </div>
  );
}
