// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, rows lose their own roles

import { Skeleton, Text } from '@mantine/core';
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import { usePageKey } from '~/lib/use-page-key.ts';
import { useHiddenSides } from '../page/use-hidden-sides.ts';
import styles from './table.module.css';
import cards from './table-cards.module.css';
import frames from './table-frame.module.css';

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

export const HeadRow = ({ children }: { children: ReactNode }) => (
  <RowGroup as="thead">
    <Row>{children}</Row>
  </RowGroup>
);

const ROWS = 6;

/** Grey bars in place of rows that are loading, so that the page does not jump. */
export function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <Row key={row} className={cards.skeleton}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Cell key={column}>
          <Skeleton h="0.9rem" miw="1.5rem" />
        </Cell>
      ))}
    </Row>
  ));
}

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** The part of a row that Enter opens: its first link, else its first button, else the row. */
const openerOf = (row: HTMLElement): HTMLElement => {
  const opener = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button');
  if (!opener) row.tabIndex = -1;
  return opener ?? row;
};

/**
 * In a table's frame, j and k move between rows, as do the arrows from a focused row. Enter opens
 * it.
 */
const useRowKeys = (frame: RefObject<HTMLElement | null>): void => {
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
    openerOf(next).focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
    return true;
  });
};

type Props = {
  /** Names the table for screen readers. */
  caption: string;
  isBusy: boolean;
  /** True while other rows are loading and the old ones still show. */
  isStale?: boolean;
  /** For callers that move the focus to the frame. */
  ref?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** A table in a frame that scrolls sideways, by keyboard too. Keys move through its rows. */
export function TableFrame({ caption, isBusy, isStale = false, ref, children }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const frame = ref ?? own;
  useRowKeys(frame);
  const { before, after } = useHiddenSides(frame);
  const isWide = before || after;
  const names = { role: isWide ? 'region' : 'group', 'aria-label': caption, tabIndex: isWide ? 0 : -1 };
  return (
    <>
      <div className={frames.sides} data-before={before || undefined} data-after={after || undefined}>
        <div ref={frame} className={frames.frame} data-wide={isWide || undefined} aria-busy={isBusy} {...names}>
          <Table data-stale={isStale || undefined}>
            <caption className="visually-hidden">{caption}</caption>
            {children}
          </Table>
        </div>
      </div>
      {isWide && (
        <Text c="dimmed" fz="sm" mt="xs">
          This table is wider than the screen. Scroll it sideways.
        </Text>
      )}
    </>
  );
}
