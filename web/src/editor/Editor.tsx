// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { TextAhead } from './TextAhead';
import { EditorController, type EditorHandle, type EditorOptions } from './controller';

export interface EditorProps extends EditorOptions {
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
