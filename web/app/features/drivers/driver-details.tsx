import { fullName } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FactList } from '~/components/fact-list.tsx';
import { LoadError } from '~/components/states.tsx';
import { useAbility } from '~/lib/ability.ts';
import { isNotFound } from '~/lib/api.ts';
import { PersonsCars } from './cars/persons-cars.tsx';
import { driverFacts } from './driver-facts.tsx';
import { DriverPhoto } from './driver-photo.tsx';
import { driverQuery } from './driver-queries.ts';
import { DriverStanding, RemovedNotice } from './driver-standing.tsx';
import styles from './drivers.module.css';
import { PasswordCode } from './password-code.tsx';

/** Where the driver who was meant may be found. */
const WAYS = [
  { to: '/global_drivers', label: 'See all drivers', needs: 'drivers.read' },
  { to: '/driver_search', label: 'Search for a driver', needs: 'drivers.search' },
] as const;

/** One driver: name, photo, driver code and car number, and all else that staff may see; then what the page adds. */
export function DriverDetails({ id, children }: { id: string; children?: ReactNode }) {
  const { can } = useAbility();
  const { data: driver, error, refetch } = useQuery(driverQuery(id));
  if (error) {
    const ways = WAYS.filter(({ needs }) => can(needs));
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} ways={ways} />;
  }
  if (!driver) return <p role="status">Loading driver...</p>;
  const name = fullName(driver);
  return (
    <>
      <RemovedNotice driver={driver} />
      <div className={styles.profile}>
        <DriverPhoto id={driver.id} name={name} photo={driver.photo} size="8rem" alt={`Photo of ${name}`} />
        <div>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.codes}>
            <span>
              Driver Code <strong>{driver.driver_code}</strong>
            </span>
            <span>
              Car Number <strong>{driver.car_number}</strong>
            </span>
          </p>
        </div>
      </div>
      <div className={styles.sections}>
        {driverFacts(driver).map(({ heading, facts }) => (
          <section key={heading} className={styles.section}>
            <h2>{heading}</h2>
            <FactList facts={facts} />
          </section>
        ))}
      </div>
      <div className={styles.actions}>
        <Button component={Link} to="/global_drivers" variant="default">
          Cancel
        </Button>
        {can('drivers.remove') && <DriverStanding driver={driver} />}
        {can('drivers.password_code') && driver.removed_at === null && <PasswordCode key={driver.id} driver={driver} />}
      </div>
      <PersonsCars driver={driver} />
      {/* Below the buttons, which would otherwise move from under a finger when it has loaded. */}
      {children}
    </>
  );
}
