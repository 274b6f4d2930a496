import type { RefObject } from 'react';
import { usePageKey } from '~/lib/use-page-key.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** The part of a row that Enter opens: its first link, or its first button; a row without either takes the focus itself. */
const openerOf = (row: HTMLElement): HTMLElement => {
  const opener = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button');
  if (!opener) row.tabIndex = -1;
  return opener ?? row;
};

/**
 * In a frame around a table, j and k go from row to row, and so do the arrows once a row has the focus. Enter opens it as its
 * link does.
 */
export const useRowKeys = (frame: RefObject<HTMLElement | null>): void => {
  usePageKey(Object.keys(STEPS), (key) => {
    const box = frame.current;
    const focused = document.activeElement;
    const now = focused?.closest<HTMLElement>('tbody tr') ?? null;
    const isWithin = box !== null && now !== null && box.contains(now);
    // The arrows scroll the page, and another table has keys of its own.
    if (box === null || (!isWithin && (now !== null || key.startsWith('Arrow')))) return false;
    const rows = [...box.querySelectorAll<HTMLElement>('tbody tr')];
    const next = isWithin ? rows[rows.indexOf(now) + (STEPS[key] ?? 1)] : rows[0];
    if (!next) return false;
    openerOf(next).focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
    return true;
  });
};
