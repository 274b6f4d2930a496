import { type Driver, fullName } from '@banbo/contract';
import { StatusBadge } from '~/components/record/status-badge.tsx';
import { DriverPhoto } from '../driver-photo.tsx';
import { Copied } from './copied.tsx';
import styles from './record.module.css';

/** Photo, name and codes of the driver whose record it is. */
export function RecordHead({ driver }: { driver: Driver }) {
  const name = fullName(driver);
  return (
    <div className={styles.head}>
      <DriverPhoto id={driver.id} name={name} photo={driver.photo} size="4.5rem" alt={`Photo of ${name}`} />
      <div>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.codes}>
          <span>
            Driver Code <strong>{<Copied text={driver.driver_code} of="driver code" />}</strong>
          </span>
          <span>
            Car Number <strong>{<Copied text={driver.car_number} of="car number" />}</strong>
          </span>
          {driver.removed_at !== null && (
            <StatusBadge tone="bad">{driver.merged_into ? 'Merged' : 'Removed'}</StatusBadge>
          )}
        </p>
      </div>
    </div>
  );
}
