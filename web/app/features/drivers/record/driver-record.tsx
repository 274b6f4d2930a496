import type { Driver } from '@banbo/contract';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { PartLinks } from '~/components/page/part-links.tsx';
import { DriverLoaded } from '../driver-loaded.tsx';
import { DuplicatesNotice, RemovedNotice } from '../driver-standing.tsx';
import { ImportedNotice } from '../imported-notice.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordHead } from './record-head.tsx';
import { RegisteredFacts } from './registered-facts.tsx';

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
