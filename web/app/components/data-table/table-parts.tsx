// biome-ignore-all lint/a11y/noRedundantRoles: laid out as cards, rows lose their own roles

import { Skeleton, Text } from '@mantine/core';
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import { useHiddenSides } from '../page/use-hidden-sides.ts';
import { useRowKeys } from './row-focus.ts';
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

type SkeletonProps = { columns: number; rows: number };

/** Grey bars in place of a page's rows, as high as these, so that the page does not jump. */
export function SkeletonRows({ columns, rows }: SkeletonProps) {
  return Array.from({ length: rows }, (_, row) => (
    // No record's number, whose row would take over these cells and move them.
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <Row key={`loading-${row}`} className={cards.skeleton}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Cell key={column}>
          <Skeleton h="0.9rem" w="2.5rem" maw="100%" my={4} />
        </Cell>
      ))}
    </Row>
  ));
}

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
      <div
        className={frames.sides}
        data-before={before || undefined}
        data-after={after || undefined}
        data-rows={isBusy && !isStale ? 'loading' : undefined}
      >
        <div ref={frame} className={frames.frame} data-wide={isWide || undefined} aria-busy={isBusy} {...names}>
          <div className={frames.room}>
            <Table data-stale={isStale || undefined}>
              <caption className="visually-hidden">{caption}</caption>
              {children}
            </Table>
          </div>
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
