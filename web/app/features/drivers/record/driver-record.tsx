import {
  changesOf,
  type Driver,
  type DriverChangeEntry,
  driverChangeList,
  formatDay,
  fullName,
  issuePasswordCode,
  memberPasswordPath,
  missingInWords,
  openingInWords,
} from '@banbo/contract';
import { Box, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, Navigate } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { PartLinks } from '~/components/page/part-links.tsx';
import { Confirm } from '~/components/question/confirm.tsx';
import { FieldChanges } from '~/components/record/changes.tsx';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { FactList, StatusBadge } from '~/components/record/fact-list.tsx';
import notice from '~/components/trouble/notice.module.css';
import { call } from '~/lib/api/api.ts';
import { useAction } from '~/lib/api/use-action.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { driverFacts, RecordHead } from '../driver-facts.tsx';
import { carsOfPersonQuery, DriverLoaded } from '../driver-photo.tsx';
import { DriverStandingAction, DuplicatesNotice, RemovedNotice, TakeMergeBack } from '../driver-standing.tsx';

/** Makes a code for a driver who lost their password, and shows it once. */
function PasswordCode({ driver }: { driver: Driver }) {
  const [asking, setAsking] = useState(false);
  const issue = useAction({
    run: () => call(issuePasswordCode, { params: { id: driver.id } }),
    onEnd: () => setAsking(false),
  });
  const link =
    issue.data && window.location.origin + memberPasswordPath({ code: issue.data.setup_code, car: driver.car_number });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        New password code
      </Button>
      <Confirm
        opened={asking}
        title={`A new password code for ${fullName(driver)}?`}
        action="Make the code"
        busy={issue.isPending}
        onConfirm={() => issue.mutate()}
        onClose={() => setAsking(false)}
      >
        Who has the code can sign in as this driver. Make sure that you are talking to them: ask for the driver code and
        the number on their ID. Codes of before no longer work. The audit log keeps that you made one.
      </Confirm>
      {link && (
        <Box
          component="section"
          className="card stack close"
          flex="1 1 100%"
          maw="44rem"
          role="status"
          aria-label="Password code"
        >
          <p>
            Code: <strong>{issue.data?.setup_code}</strong>. It works once, within 24 hours, under Member sign-in, Set
            your password. {issue.data?.message}
          </p>
          <SecretLink label="Link with the code" link={link} />
        </Box>
      )}
    </>
  );
}

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

/** The person's other cars, each a record, and the way to add one. */
function PersonsCars({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const { data = [] } = useQuery(carsOfPersonQuery(driver.id));
  const others = data.filter(({ id }) => id !== driver.id);
  const mayAdd = can('drivers.change') && driver.removed_at === null;
  if (others.length === 0 && !mayAdd) return null;
  return (
    <Stack component="section" gap="xs" my="lg" align="start" aria-labelledby="cars-title">
      <h2 className="large" id="cars-title">
        Other cars of this person
      </h2>
      {others.length > 0 && (
        <Box component="ul" className="ruled" w="100%">
          {others.map((car) => (
            <li key={car.id}>
              <Link to={`/view_driver/${car.id}`}>{car.car_number}</Link>
              <span>{car.driver_code}</span>
              <small>since {formatDay(car.registered_at.slice(0, 10))}</small>
              {car.removed_at !== null && <StatusBadge tone="bad">Removed</StatusBadge>}
            </li>
          ))}
        </Box>
      )}
      {mayAdd && (
        <Button component={Link} to={`/add_car/${driver.id}`} variant="default">
          Add another car
        </Button>
      )}
    </Stack>
  );
}

/** The actions that this user may take on the record. */
function RecordActions({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const isCurrent = driver.removed_at === null;
  const isMerged = driver.merged_into !== null;
  const isErased = driver.erased_at !== null;
  return (
    <Group gap="xs" mb="md">
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
      {!isMerged && !isErased && can('drivers.remove') && <DriverStandingAction driver={driver} />}
      <Button component={Link} to="/global_drivers" variant="default">
        All drivers
      </Button>
    </Group>
  );
}

/** A driver's registered facts, or that they were erased. */
function RegisteredFacts({ driver }: { driver: Driver }) {
  if (driver.erased_at !== null) return <p>Nothing of the person is held any more.</p>;
  return (
    <>
      <Box className="tiles" mb="xl" style={{ '--tile': '19rem' }}>
        {driverFacts(driver).map(({ heading, facts }) => (
          <section key={heading}>
            <h2 className="ruled-title">{heading}</h2>
            <FactList facts={facts} />
          </section>
        ))}
      </Box>
      <PersonsCars driver={driver} />
    </>
  );
}

/** A part of a driver's record: its path, its label and its content. */
export type RecordPart = { path: string; label: string; show: (driver: Driver) => ReactNode };

const DETAILS: RecordPart = { path: '', label: 'Details', show: (driver) => <RegisteredFacts driver={driver} /> };

type Props = { id: string; path: string; parts: readonly RecordPart[]; notice?: ReactNode };

/** A driver's record in parts, some of other features. Unknown parts lead to the first. */
export function DriverRecord({ id, path, parts, notice: further }: Props) {
  const all = [DETAILS, ...parts];
  const open = all.find((part) => part.path === path) ?? DETAILS;
  const addressOf = (part: RecordPart) => `/view_driver/${id}${part.path && `/${part.path}`}`;
  // The user may not be allowed to see a part, either.
  if (open.path !== path) return <Navigate to={addressOf(DETAILS)} replace />;
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <>
          <RemovedNotice driver={driver} />
          <DuplicatesNotice driver={driver} />
          <ImportedNotice driver={driver} />
          {further}
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

const COLUMNS: readonly ShownColumn<typeof driverChangeList>[] = [
  { key: 'changed_at', oneLine: true },
  { key: 'changed_by', oneLine: true },
  {
    key: 'reason',
    heading: true,
    grows: true,
    cell: ({ reason, changed_at }: DriverChangeEntry) => (
      <OneLine label={`the reason of ${changed_at}`}>{reason}</OneLine>
    ),
  },
  {
    key: 'changes',
    grows: true,
    cell: (entry) => <FieldChanges changes={changesOf(entry)} of={`the change of ${entry.changed_at}`} />,
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
      empty={<p>Nothing of this driver was changed since the registration.</p>}
    />
  );
}
