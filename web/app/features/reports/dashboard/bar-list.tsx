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

/** Figures line by line, each with a bar of its size beside the others: the words say all that the bars show. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const largest = Math.max(...bars.map(({ size }) => size), 0);
  return (
    <div className={styles.holder}>
      <ul className={styles.bars}>
        {bars.map(({ key, label, text, size, to }) => (
          <li key={key}>
            <span className={styles.line}>
              {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
              <strong>{text}</strong>
            </span>
            <span className={styles.track} aria-hidden="true">
              <span style={{ '--share': `${largest === 0 ? 0 : Math.max(1, (size / largest) * 100)}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
