import { type ReactNode, useRef } from 'react';
import styles from './table-frame.module.css';
import { Table } from './table-parts.tsx';
import { useHiddenSides } from './use-hidden-sides.ts';

type Props = {
  /** Names the table for screen readers. */
  caption: string;
  isBusy: boolean;
  /** Its rows are those of before, while others are on their way. */
  isStale?: boolean;
  children: ReactNode;
};

/** A table in its frame, which can be scrolled sideways, by keyboard too, where the table is wider than the screen. */
export function TableFrame({ caption, isBusy, isStale = false, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { before, after } = useHiddenSides(frame);
  const scrolls = before || after ? ({ role: 'region', 'aria-label': caption, tabIndex: 0 } as const) : {};
  return (
    <>
      <div className={styles.sides} data-before={before || undefined} data-after={after || undefined}>
        <div ref={frame} className={styles.frame} aria-busy={isBusy} {...scrolls}>
          <Table data-stale={isStale || undefined}>
            <caption className="visually-hidden">{caption}</caption>
            {children}
          </Table>
        </div>
      </div>
      {(before || after) && <p className={styles.hint}>This table is wider than the screen. Scroll it sideways.</p>}
    </>
  );
}
