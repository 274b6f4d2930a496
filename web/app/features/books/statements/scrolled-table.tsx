import { type ReactNode, useRef } from 'react';
import frames from '~/components/data-table/table-frame.module.css';
import { useHiddenSides } from '~/components/page/use-hidden-sides.ts';
import styles from './statements.module.css';

/**
 * The frame of a wide table, which scrolls in place, and by the keyboard once focused. A shadow
 * shows on which side there is more.
 */
export function ScrolledTable({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const { before, after } = useHiddenSides(box);
  return (
    <div className={frames.sides} data-before={before || undefined} data-after={after || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region */}
      <section ref={box} className={styles.scroll} tabIndex={0} aria-label={label}>
        {children}
      </section>
    </div>
  );
}
