// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../base/download';
import type { Ask } from '../engine/protocol';
import { exportText, type ExportRequest } from '../export/exporter';
import { isTextProto } from '../intake/source';
import type { State } from '../state/state';
import { hidePopover } from './popover';
import { argumentsJson, fileName, vectorJson } from './save';

/** What a click on a button of the menu saves. */
export function SaveMenu({ state, ask }: { state: State; ask: Ask }): JSX.Element {
  const [problem, setProblem] = useState('');
  const name = fileName(state);
  const { source } = state;
  const save = (ending: string, content: string | Uint8Array<ArrayBuffer>): void => {
    download(`${name}.${ending}`, content);
    hidePopover('share');
  };
  const saveArguments = async (ending: string, make: (json: string) => string): Promise<void> => {
    const json = await argumentsJson(state, ask);
    setProblem(json === null ? 'There are no arguments: the program has not run.' : '');
    if (json !== null) save(ending, make(json));
  };
  const saveAs = async (format: ExportRequest['format'], ending: string): Promise<void> => {
    setProblem('');
    const { bytes, error } = await exportText(state.text, format);
    if (bytes === undefined) setProblem(`It was not saved: ${error}`);
    else save(ending, bytes);
  };
  return (
    <>
      <p id="save-label">Save as a file:</p>
      <div class="open-ways" role="group" aria-labelledby="save-label">
        <button class="plain" onClick={() => save('hlo', state.text)}>
          HLO text
        </button>
        {source !== null && isTextProto(source.text) && (
          <button class="plain" onClick={() => save('pbtxt', source.text)}>
            text protobuf
          </button>
        )}
        <button
          class="plain"
          onClick={() => {
            if (source === null || isTextProto(source.text)) void saveAs('stablehlo', 'mlir');
            else save('mlir', source.text);
          }}
        >
          StableHLO
        </button>
        <button class="plain" onClick={() => void saveAs('pb', 'hlo.pb')}>
          protobuf
        </button>
        <button class="plain" onClick={() => void saveArguments('args.json', (json) => json)}>
          arguments
        </button>
        <button
          class="plain"
          onClick={() => void saveArguments('vector.json', (json) => vectorJson(state, json))}
        >
          vector
        </button>
      </div>
      <p class="quiet">
        A vector is a case of the conformance suite. Its expected result is left out: it must come
        from another source than this page.
      </p>
      {problem !== '' && <p class="error-text">{problem}</p>}
    </>
  );
}
