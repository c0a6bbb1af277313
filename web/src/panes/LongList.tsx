// SPDX-License-Identifier: Apache-2.0
// The lists of the overview, which may have 100,000 rows.
import type { ComponentChildren, HTMLAttributes, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { InstructionOutline } from '../engine/types';
import { observeSize } from './observe_size';

/** Height of a row in pixels, and rows that are drawn beyond each edge. */
const ROW = 24;
const MARGIN = 8;

export interface RowPart {
  key: string;
  outline: InstructionOutline | null;
  computation: number;
}

interface ListProps<R extends RowPart> {
  rows: readonly R[];
  role: 'tree' | 'listbox';
  label: string;
  /** Index of the chosen row, or -1. */
  chosen: number;
  draw: (row: R) => ComponentChildren;
  attributes: (row: R, index: number) => HTMLAttributes<HTMLDivElement>;
  onChoose: (row: R) => void;
  onClick?: (row: R) => void;
  onOpen?: (row: R, open: boolean) => void;
}

/** A list that draws only the rows on screen. Arrow keys, Page Up and Down, Home, and End move in it. */
export function LongList<R extends RowPart>(props: ListProps<R>): JSX.Element {
  const { rows, chosen, onChoose, onClick, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const measure = (): void => {
    const { scrollTop, clientHeight } = frame.current ?? { scrollTop: 0, clientHeight: 600 };
    if (scrollTop !== view.top || clientHeight !== view.height) {
      setView({ top: scrollTop, height: clientHeight });
    }
  };
  useLayoutEffect(measure);
  useEffect(() => observeSize(frame.current, measure));
  // Scrolls to a row that was chosen elsewhere.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || chosen < 0) return;
    const top = chosen * ROW;
    if (top < element.scrollTop || top + ROW > element.scrollTop + element.clientHeight) {
      element.scrollTop = top - element.clientHeight / 2;
    }
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[chosen];
    const page = Math.max(1, Math.floor(view.height / ROW) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, chosen + step))];
      if (next) onChoose(next);
    } else if (row && onOpen && event.key === 'ArrowRight') onOpen(row, true);
    else if (row && onOpen && event.key === 'ArrowLeft') onOpen(row, false);
    else if (row && onClick && event.key === 'Enter') onClick(row);
    else return;
    event.preventDefault();
  };
  const first = Math.max(0, Math.floor(view.top / ROW) - MARGIN);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + MARGIN);
  return (
    <div
      class="overview-list"
      ref={frame}
      role={props.role}
      aria-label={props.label}
      aria-activedescendant={chosen >= 0 ? `overview-${rows[chosen]?.key}` : undefined}
      tabIndex={0}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <div style={`height:${rows.length * ROW}px`} role="presentation">
        <div style={`transform:translateY(${first * ROW}px)`} role="presentation">
          {rows.slice(first, last).map((row, k) => (
            <div
              key={row.key}
              id={`overview-${row.key}`}
              class={first + k === chosen ? 'overview-row on' : 'overview-row'}
              aria-selected={first + k === chosen}
              onClick={() => {
                onChoose(row);
                onClick?.(row);
              }}
              {...props.attributes(row, first + k)}
            >
              {props.draw(row)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
