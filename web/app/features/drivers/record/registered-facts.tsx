import type { Driver } from '@banbo/contract';
import { FactList } from '~/components/fact-list.tsx';
import { driverFacts } from '../driver-facts.tsx';
import styles from '../drivers.module.css';

/** Everything that was registered of a driver. */
export function RegisteredFacts({ driver }: { driver: Driver }) {
  return (
    <div className={styles.sections}>
      {driverFacts(driver).map(({ heading, facts }) => (
        <section key={heading} className={styles.section}>
          <h2>{heading}</h2>
          <FactList facts={facts} />
        </section>
      ))}
    </div>
  );
}
