// biome-ignore-all lint/a11y/noRedundantRoles: phones lay rows out as cards, and browsers then drop the elements' own roles

import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import { usePageKey } from '~/lib/use-page-key.ts';
import { useHiddenSides } from '../page/use-hidden-sides.ts';
import cards from './phone-cards.module.css';
import styles from './table-parts.module.css';

type TableProps = Omit<ComponentProps<'table'>, 'className'>;

export const Table = (props: TableProps) => (
  <table role="table" className={`${styles.table} ${cards.table}`} {...props} />
);

type GroupProps = ComponentProps<'tbody'> & { as: 'thead' | 'tbody' | 'tfoot' };

export const RowGroup = ({ as: Element, ...props }: GroupProps) => <Element role="rowgroup" {...props} />;

export const Row = (props: ComponentProps<'tr'>) => <tr role="row" {...props} />;

export const ColumnHead = (props: ComponentProps<'th'>) => <th role="columnheader" scope="col" {...props} />;

export const RowHead = (props: ComponentProps<'th'>) => <th role="rowheader" scope="row" {...props} />;

export const Cell = (props: ComponentProps<'td'>) => <td role="cell" {...props} />;

/** The first row, with the columns' names. */
export const HeadRow = ({ children }: { children: ReactNode }) => (
  <RowGroup as="thead">
    <Row>{children}</Row>
  </RowGroup>
);

const ROWS = 6;

/** Grey bars where rows will be, so that the page does not jump when they come. */
export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <Row key={row} className={styles.skeleton}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Cell key={column}>
          <span />
        </Cell>
      ))}
    </Row>
  ));
}

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
const useRowKeys = (frame: RefObject<HTMLElement | null>): void => {
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

type Props = {
  /** Names the table for screen readers. */
  caption: string;
  isBusy: boolean;
  /** Its rows are those of before, while others are on their way. */
  isStale?: boolean;
  /** Where the frame is wanted outside, to give it the focus. */
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** A table in its frame, which can be scrolled sideways, by keyboard too, where the table is wider than the screen. Keys go through its rows. */
export function TableFrame({ caption, isBusy, isStale = false, ref, children }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const frame = ref ?? own;
  useRowKeys(frame);
  const { before, after } = useHiddenSides(frame);
  const isWide = before || after;
  const names = { role: isWide ? 'region' : 'group', 'aria-label': caption, tabIndex: isWide ? 0 : -1 };
  return (
    <>
      <div className={styles.sides} data-before={before || undefined} data-after={after || undefined}>
        <div ref={frame} className={styles.frame} data-wide={isWide || undefined} aria-busy={isBusy} {...names}>
          <Table data-stale={isStale || undefined}>
            <caption className="visually-hidden">{caption}</caption>
            {children}
          </Table>
        </div>
      </div>
      {isWide && <p className={styles.hint}>This table is wider than the screen. Scroll it sideways.</p>}
    </>
  );
}
