import { useFees } from '~/components/site/site-info.ts';
import styles from './fee-cards.module.css';
import { feeLines } from './price-board.ts';

/** The shared fee component: each fee's name and info, and its total on a number plate. */
export function FeeCards() {
  return (
    <ul className={styles.fees}>
      {feeLines(useFees()).map(({ name, info, total }) => (
        <li key={name} className={styles.fee}>
          <div className={styles.words}>
            <h3>{name}</h3>
            <p className={styles.info}>{info}</p>
          </div>
          <p className={styles.plate}>{total}</p>
        </li>
      ))}
    </ul>
  );
}
