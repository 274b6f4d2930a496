import { feeName, formatMoney, type MemberStanding } from '@banbo/contract';
import styles from './standing-figures.module.css';

/** The first month that nothing covers after this one, with its price where that is known. */
export function NextDue({ next }: { next: MemberStanding['next_due'] }) {
  if (next === null) return null;
  const price = next.amount === null ? 'its price is not set yet' : formatMoney(next.amount);
  return (
    <p className={styles.next}>
      Next due: {feeName(next)}, {price}.
    </p>
  );
}
