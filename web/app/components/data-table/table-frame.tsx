import { type ReactNode, type RefObject, useRef } from 'react';
import { useHiddenSides } from '../page/use-hidden-sides.ts';
import styles from './table-frame.module.css';
import { Table } from './table-parts.tsx';
import { useRowKeys } from './use-row-keys.ts';

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
