import { formatMoney } from '@banbo/contract';
import styles from './standing-figures.module.css';

type Figure = { label: string; amount: string; isDebt?: boolean };

/** Sums of a standing side by side; a debt stands out. */
export function StandingFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, amount, isDebt = false }) => (
        <div key={label} data-due={isDebt || undefined}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The last line of a list of fees. */
export function TotalLine({ label, amount }: { label: string; amount: string }) {
  return (
    <li className={styles.total}>
      <span>{label}</span>
      <strong>{formatMoney(amount)}</strong>
    </li>
  );
}
