import type { Driver } from '@banbo/contract';
import { FactList } from '~/components/record/fact-list.tsx';
import { PersonsCars } from '../cars/persons-cars.tsx';
import { driverFacts } from '../driver-facts.tsx';
import styles from '../drivers.module.css';

/** Everything that was registered of a driver; of one whose data were erased, that they were. */
export function RegisteredFacts({ driver }: { driver: Driver }) {
  if (driver.erased_at !== null) return <p>Nothing of the person is held any more.</p>;
  return (
    <>
      <div className={styles.sections}>
        {driverFacts(driver).map(({ heading, facts }) => (
          <section key={heading} className={styles.section}>
            <h2>{heading}</h2>
            <FactList facts={facts} />
          </section>
        ))}
      </div>
      <PersonsCars driver={driver} />
    </>
  );
}
