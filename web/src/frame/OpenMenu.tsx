// SPDX-License-Identifier: Apache-2.0
// Where programs come from: a file, the clipboard, and those that the browser keeps.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { plural } from '../base/sizes';
import type { KeptEntry, KeptProgram, Keeping } from '../state/keeping';
import type { Intake } from './intake';
import { hidePopover } from './popover';

export interface OpenMenuProps {
  intake: Intake;
  keeping: Keeping;
  /** The program that is open. */
  program: string;
  openKept: (id: string) => Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `5 minutes ago` */
export function ago(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'just now';
  if (milliseconds < HOUR) return `${plural(Math.floor(milliseconds / MINUTE), 'minute')} ago`;
  if (milliseconds < DAY) return `${plural(Math.floor(milliseconds / HOUR), 'hour')} ago`;
  return `${plural(Math.floor(milliseconds / DAY), 'day')} ago`;
}

function Kept({ keeping, program, openKept }: OpenMenuProps): JSX.Element | null {
  const [words, setWords] = useState('');
  const [entries, setEntries] = useState<readonly KeptEntry[] | null>(null);
  const [total, setTotal] = useState(0);
  const [removed, setRemoved] = useState<readonly KeptProgram[]>([]);
  const newest = useRef({ words, request: 0 });
  newest.current.words = words;
  const refresh = async (): Promise<void> => {
    const request = ++newest.current.request;
    const wanted = newest.current.words;
    const all = await keeping.list();
    const found = wanted === '' ? all : await keeping.list(wanted);
    // A later request may have been answered already.
    if (request !== newest.current.request) return;
    setTotal(all.length);
    setEntries(found);
  };
  useEffect(() => {
    const menu = document.getElementById('open');
    const onToggle = (event: Event): void => {
      if ((event as ToggleEvent).newState !== 'open') return;
      setRemoved([]);
      void refresh();
    };
    menu?.addEventListener('toggle', onToggle);
    return () => menu?.removeEventListener('toggle', onToggle);
  });
  useEffect(() => {
    void refresh();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- for each search
  }, [words]);
  const remove = async (removing: Promise<KeptProgram[]>): Promise<void> => {
    setRemoved(await removing);
    await refresh();
  };
  const restore = async (): Promise<void> => {
    for (const entry of removed) await keeping.put(entry);
    setRemoved([]);
    await refresh();
  };
  const undo = removed.length > 0 && (
    <p class="kept-tools" role="status">
      <span>{`${plural(removed.length, 'program')} deleted.`}</span>
      <button class="plain" onClick={() => void restore()}>
        Undo
      </button>
    </p>
  );
  if (entries === null || total === 0) {
    return (
      <>
        <p class="quiet">Programs that you paste, open or change are kept here, in this browser.</p>
        {undo}
      </>
    );
  }
  const now = Date.now();
  return (
    <>
      <div class="kept-tools">
        <input
          type="search"
          placeholder={`search ${plural(total, 'kept program')}`}
          aria-label="search the kept programs"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button
          class="plain"
          title="all but the one that is open"
          disabled={total === 1 && entries[0]?.id === program}
          onClick={() => void remove(keeping.clear(program))}
        >
          Delete all
        </button>
      </div>
      {undo}
      <ul class="kept" aria-label="kept programs">
        {entries.map(({ id, title, changed, lines }) => (
          <li key={id}>
            <button
              class="kept-program"
              aria-current={id === program ? 'true' : undefined}
              onClick={() => {
                hidePopover('open');
                void openKept(id);
              }}
            >
              <code>{title || 'without a name'}</code>
              <span class="quiet">{`${plural(lines, 'line')}, ${ago(now - changed)}`}</span>
            </button>
            <button
              class="plain square"
              aria-label={`delete ${title}`}
              title="delete"
              onClick={() => void remove(keeping.remove(id))}
            >
              ✕
            </button>
          </li>
        ))}
        {entries.length === 0 && <li class="quiet">No kept program contains these words.</li>}
      </ul>
    </>
  );
}

/** A button that lets one choose files, or all files of a folder. */
function Chooser(props: {
  text: string;
  label: string;
  folder?: boolean;
  open: (files: readonly File[]) => Promise<void>;
}): JSX.Element {
  const { text, label, folder = false, open } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button class="plain" onClick={() => input.current?.click()}>
        {text}
      </button>
      <input
        ref={(element) => {
          input.current = element;
          if (element !== null) element.webkitdirectory = folder;
        }}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          const { files } = event.currentTarget;
          hidePopover('open');
          void open([...(files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

export function OpenMenu(props: OpenMenuProps): JSX.Element {
  const { intake } = props;
  const [refused, setRefused] = useState(false);
  const paste = async (): Promise<void> => {
    const text = await navigator.clipboard.readText().catch(() => null);
    setRefused(text === null);
    if (text === null || text === '') return;
    hidePopover('open');
    await intake.text(text);
  };
  return (
    <>
      <div class="open-ways">
        <Chooser text="Choose files…" label="file to open" open={intake.files} />
        <Chooser text="Choose a folder…" label="folder to open" folder open={intake.files} />
        <button class="plain" onClick={() => void paste()}>
          Paste
        </button>
      </div>
      <div class="open-ways">
        <Chooser text="Compare with files…" label="file to compare with" open={intake.compare} />
      </div>
      <p class="quiet">
        HLO text, folders of <code>--xla_dump_to</code>, logs with modules in them, also compressed;
        arguments as JSON, <code>.npy</code>, or <code>.npz</code>. Or drop files anywhere, or paste
        into the text.
      </p>
      {refused && (
        <p class="error-text">The browser does not allow the page to read the clipboard.</p>
      )}
      <Kept {...props} />
    </>
  );
}
