import type { Driver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import styles from '../drivers.module.css';
import { EraseDriver } from './erase-driver.tsx';
import { SaveDriversData } from './save-personal-data.tsx';

/** A person's rights over their data, in the hands of staff: to see it, to have it erased, and to know who looked. */
export function PersonRights({ driver }: { driver: Driver }) {
  return (
    <section className={styles.section} aria-labelledby="data-title">
      <h2 id="data-title">Personal data</h2>
      <div className={styles.rights}>
        <SaveDriversData id={driver.id} />
        <Button component={Link} to={`/driver_looks?driver_code=${driver.driver_code}`} variant="default">
          Who looked
        </Button>
        {driver.removed_at !== null && driver.erased_at === null && <EraseDriver driver={driver} />}
      </div>
    </section>
  );
}
