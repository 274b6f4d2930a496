import type { Driver } from '@banbo/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { PartLinks } from '~/components/page/part-links.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/ability.ts';
import { PersonsCars } from '../cars/persons-cars.tsx';
import { driverFacts } from '../driver-facts.tsx';
import { DriverLoaded } from '../driver-loaded.tsx';
import { DriverStanding, DuplicatesNotice, RemovedNotice, TakeMergeBack } from '../driver-standing.tsx';
import styles from '../drivers.module.css';
import { ImportedNotice } from '../imported-notice.tsx';
import { PasswordCode } from '../password-code.tsx';
import recordStyles from './record.module.css';
import { RecordHead } from './record-head.tsx';

/** The buttons of all that this person may do with the record. */
function RecordActions({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const isCurrent = driver.removed_at === null;
  const isMerged = driver.merged_into !== null;
  const isErased = driver.erased_at !== null;
  return (
    <div className={recordStyles.actions}>
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

/** Everything that was registered of a driver; of one whose data were erased, that they were. */
function RegisteredFacts({ driver }: { driver: Driver }) {
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

/** A part of a driver's record: the word for it in the address, its name, and what it shows. */
export type RecordPart = { path: string; label: string; show: (driver: Driver) => ReactNode };

const DETAILS: RecordPart = { path: '', label: 'Details', show: (driver) => <RegisteredFacts driver={driver} /> };

type Props = { id: string; path: string; parts: readonly RecordPart[] };

/** Everything that is known of a driver, in parts; those of other features come from the page. An address of an unknown part leads to the first one. */
export function DriverRecord({ id, path, parts }: Props) {
  const all = [DETAILS, ...parts];
  const open = all.find((part) => part.path === path) ?? DETAILS;
  const addressOf = (part: RecordPart) => `/view_driver/${id}${part.path && `/${part.path}`}`;
  // Also a part that one may not see.
  if (open.path !== path) return <Navigate to={addressOf(DETAILS)} replace />;
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <>
          <RemovedNotice driver={driver} />
          <DuplicatesNotice driver={driver} />
          <ImportedNotice driver={driver} />
          <RecordHead driver={driver} />
          <RecordActions driver={driver} />
          <PartLinks
            label="Parts of the record"
            parts={all.map((part) => ({ to: addressOf(part), label: part.label, isOpen: part === open }))}
          />
          {open.show(driver)}
        </>
      )}
    </DriverLoaded>
  );
}
