import {
  changesOf,
  type Driver,
  type DriverChangeEntry,
  driverChangeList,
  formatInstant,
  missingInWords,
  openingInWords,
} from '@banbo/contract';
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { PartLinks } from '~/components/page/part-links.tsx';
import { FieldChanges } from '~/components/record/changes.tsx';
import notice from '~/components/trouble/notice.module.css';
import { useAbility } from '~/lib/session/ability.ts';
import { DriverLoaded } from '../driver-loaded.tsx';
import { DuplicatesNotice, RemovedNotice } from '../driver-standing.tsx';
import { DriverHead } from './driver-head.tsx';
import styles from './record.module.css';
import { SectionCards } from './section-cards.tsx';

/** Says which list a driver was imported from, and what is missing still. */
function ImportedNotice({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const missing = missingInWords(driver);
  if (driver.import_id === null || driver.erased_at !== null) return null;
  return (
    <Box role="status" className={notice.notice} mb="lg">
      <p>
        {missing !== '' && (
          <>
            <strong>Incomplete:</strong> this record lacks {missing}.{' '}
          </>
        )}
        {can('drivers.import') ? (
          <Link to={`/driver_import/${driver.import_id}`}>Imported from a list</Link>
        ) : (
          'Imported from a list'
        )}
        .{driver.opening && ` ${openingInWords(driver.opening)}`}
      </p>
    </Box>
  );
}

/** A part of a driver's record: its path, its label and its content. */
export type RecordPart = { path: string; label: string; show: (driver: Driver) => ReactNode };

type Props = {
  id: string;
  path: string;
  parts: readonly RecordPart[];
  notice?: ReactNode;
  /** Stands above the parts: what the driver owes and has paid. */
  figures?: (driver: Driver) => ReactNode;
  /** The wide side of the first part, beside the registered facts. */
  work: (driver: Driver) => ReactNode;
};

/** The work to be done, and beside it what is registered. */
const Overview = ({ driver, work }: { driver: Driver } & Pick<Props, 'work'>) => (
  <div className={styles.overview}>
    <div className="stack close">{work(driver)}</div>
    <SectionCards key={driver.id} driver={driver} />
  </div>
);

/** A driver's record in parts, some of other features. Unknown parts lead to the first. */
export function DriverRecord({ id, path, parts, notice: further, figures, work }: Props) {
  const overview: RecordPart = {
    path: '',
    label: 'Overview',
    show: (driver) => <Overview driver={driver} work={work} />,
  };
  const all = [overview, ...parts];
  const open = all.find((part) => part.path === path) ?? overview;
  const addressOf = (part: RecordPart) => `/view_driver/${id}${part.path && `/${part.path}`}`;
  // The user may not be allowed to see a part, either.
  if (open.path !== path) return <Navigate to={addressOf(overview)} replace />;
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <>
          <RemovedNotice driver={driver} />
          <DuplicatesNotice driver={driver} />
          <ImportedNotice driver={driver} />
          {further}
          <DriverHead key={driver.id} driver={driver} />
          {figures?.(driver)}
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

const COLUMNS: readonly ShownColumn<typeof driverChangeList>[] = [
  { key: 'changed_at', oneLine: true },
  { key: 'changed_by', oneLine: true },
  {
    key: 'reason',
    heading: true,
    grows: true,
    cell: ({ reason, changed_at }: DriverChangeEntry) => (
      <OneLine label={`the reason for ${formatInstant(changed_at)}`}>{reason}</OneLine>
    ),
  },
  {
    key: 'changes',
    grows: true,
    cell: (entry) => (
      <FieldChanges changes={changesOf(entry)} of={`the change of ${formatInstant(entry.changed_at)}`} />
    ),
  },
];

/** Staff's changes of a driver, the newest first, with reason and values. */
export function ChangeTable({ driverId }: { driverId: string }) {
  return (
    <ListScreen
      list={driverChangeList}
      state={useListState(driverChangeList, { fixed: { driver_id: driverId } })}
      caption="Changes"
      columns={COLUMNS}
      loading="Loading changes..."
      empty={<p>Nothing about this driver has changed since the registration.</p>}
    />
  );
}
