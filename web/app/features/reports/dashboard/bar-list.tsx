import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './dashboard.module.css';

export type Bar = {
  key: string;
  label: string;
  /** The figure in words, beside the label. */
  text: string;
  /** The bar's length, in any unit that all of them share. */
  size: number;
  to?: string | undefined;
};

/** Figures in lines, each with a bar, and a line below; the words say all that the bars show. */
export function BarList({ bars, below }: { bars: readonly Bar[]; below?: ReactNode }) {
  const largest = Math.max(...bars.map(({ size }) => size), 0);
  return (
    <div className={styles.holder}>
      <ul className={styles.bars}>
        {bars.map(({ key, label, text, size, to }) => (
          <li key={key}>
            {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
            <strong>{text}</strong>
            <span aria-hidden="true">
              <Box
                bg="var(--brand)"
                h="0.7rem"
                bdrs={3}
                w={`${largest === 0 ? 0 : (Math.max(0, size) / largest) * 100}%`}
                miw={size > 0 ? 3 : 0}
              />
            </span>
          </li>
        ))}
      </ul>
      {below && <p className={`soft ${styles.below}`}>{below}</p>}
    </div>
  );
}
