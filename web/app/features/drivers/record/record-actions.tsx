import type { Driver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useAbility } from '~/lib/ability.ts';
import { DriverStanding, TakeMergeBack } from '../driver-standing.tsx';
import { PasswordCode } from '../password-code.tsx';
import styles from './record.module.css';

/** The buttons of all that this person may do with the record. */
export function RecordActions({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const isCurrent = driver.removed_at === null;
  const isMerged = driver.merged_into !== null;
  const isErased = driver.erased_at !== null;
  return (
    <div className={styles.actions}>
      {isCurrent && can('drivers.change') && (
        <Button component={Link} to={`/driver_updates/${driver.id}`}>
          Change
        </Button>
      )}
      {isCurrent && can('drivers.password_code') && <PasswordCode key={driver.id} driver={driver} />}
      {!isMerged && !isErased && can('drivers.merge') && (
        <Button component={Link} to={`/merge_driver/${driver.id}`} variant="default">
          Merge a duplicate
        </Button>
      )}
      {isMerged && !isErased && can('drivers.merge') && <TakeMergeBack driver={driver} />}
      {!isMerged && !isErased && can('drivers.remove') && <DriverStanding driver={driver} />}
      <Button component={Link} to="/global_drivers" variant="default">
        All drivers
      </Button>
    </div>
  );
}
