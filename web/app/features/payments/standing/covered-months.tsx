import { formatPaidMonth, type MemberStanding } from '@banbo/contract';
import styles from './standing-figures.module.css';

type Covered = MemberStanding['covered'];

/** The fees that are paid for, a line a kind with its months. */
export function CoveredMonths({ covered }: { covered: Covered }) {
  const kinds = [...new Set(covered.map(({ description }) => description))];
  const monthsOf = (kind: string) =>
    covered
      .filter(({ description }) => description === kind)
      .map((fee) => formatPaidMonth(fee, { short: true }))
      .filter((month) => month !== '');
  return (
    <ul className={styles.covered}>
      {kinds.map((kind) => (
        <li key={kind}>{[kind, monthsOf(kind).join(', ')].filter((part) => part !== '').join(': ')}</li>
      ))}
    </ul>
  );
}
