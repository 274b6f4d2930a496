import type { Driver } from '@banbo/contract';
import styles from '../record/record.module.css';
import { EraseDriver } from './erase-driver.tsx';
import { LooksAt } from './look-table.tsx';
import { SaveDriversData } from './save-personal-data.tsx';

/** A person's rights over their data, in the hands of staff: to see it, to have it erased, and to know who looked. */
export function PersonData({ driver }: { driver: Driver }) {
  return (
    <>
      <div className={styles.actions}>
        <SaveDriversData id={driver.id} />
        {driver.removed_at !== null && driver.erased_at === null && <EraseDriver driver={driver} />}
      </div>
      <h2 className={styles.heading}>Who looked at this page</h2>
      <LooksAt driverCode={driver.driver_code} />
    </>
  );
}
