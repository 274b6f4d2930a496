import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { usePageKey } from '~/lib/use-page-key.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** The part of a row that Enter opens: its first link, else its first button, else the row. */
const openerOf = (row: HTMLElement): HTMLElement => {
  const opener = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button');
  if (!opener) row.tabIndex = -1;
  return opener ?? row;
};

const focusRow = (row: HTMLElement): void => {
  openerOf(row).focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
};

/** Skips menu and filters: focuses the first row of the open page's list. */
export const focusFirstRow = (): void => {
  const row = document.querySelector<HTMLElement>('main [role="table"] tbody tr');
  if (row) focusRow(row);
};

/**
 * In a table's frame, j and k move between rows, as do the arrows from a focused row. Enter opens
 * it.
 */
export const useRowKeys = (frame: RefObject<HTMLElement | null>): void => {
  usePageKey(Object.keys(STEPS), (key) => {
    const box = frame.current;
    const focused = document.activeElement;
    const now = focused?.closest<HTMLElement>('tbody tr') ?? null;
    const isWithin = box !== null && now !== null && box.contains(now);
    // Outside a row, the arrows scroll the page; another table has its own keys.
    if (box === null || (!isWithin && (now !== null || key.startsWith('Arrow')))) return false;
    const rows = [...box.querySelectorAll<HTMLElement>('tbody tr')];
    const next = isWithin ? rows[rows.indexOf(now) + (STEPS[key] ?? 1)] : rows[0];
    if (!next) return false;
    focusRow(next);
    return true;
  });
};

/** For a place in the history, the address that was followed from a row of its list. */
const followed = new Map<string, string>();

/**
 * Back from a record focuses the link that led to it, once the rows are there. The browser's place
 * on the page is restored with the page.
 */
export const useRowReturn = (frame: RefObject<HTMLElement | null>, isReady: boolean): void => {
  const { key } = useLocation();
  useEffect(() => {
    const note = (event: MouseEvent): void => {
      const link = event.target instanceof Element && event.target.closest('tbody tr a[href]');
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey;
      if (link && !isOther && frame.current?.contains(link)) followed.set(key, link.getAttribute('href') ?? '');
    };
    // Before the link itself moves on.
    document.addEventListener('click', note, { capture: true });
    return () => document.removeEventListener('click', note, { capture: true });
  }, [frame, key]);
  useEffect(() => {
    const address = followed.get(key);
    if (!isReady || address === undefined) return;
    followed.delete(key);
    const links = frame.current?.querySelectorAll<HTMLElement>('tbody tr a[href]') ?? [];
    const now = document.activeElement;
    const isFree = now === null || now === document.body || now.tagName === 'MAIN';
    if (isFree) [...links].find((one) => one.getAttribute('href') === address)?.focus({ preventScroll: true });
  }, [frame, isReady, key]);
};
