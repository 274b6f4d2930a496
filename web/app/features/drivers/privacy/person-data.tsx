import { type Driver, DriverRemoval, eraseDriver, fullName, LOOKS_REACH, lookList, shownName } from '@banbo/contract';
import { Box, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { SaveDriversData } from './save-personal-data.tsx';

type Shown = ShownColumn<typeof lookList>;

const WHEN_AND_WHO: readonly Shown[] = [
  { key: 'looked_at', oneLine: true },
  { key: 'actor', heading: true, oneLine: true },
  { key: 'what', oneLine: true },
];
const AT_WHOM: readonly Shown[] = [
  { key: 'driver_code', oneLine: true },
  {
    key: 'fullname',
    grows: true,
    cell: ({ driver_id, fullname }) => <Link to={`/view_driver/${driver_id}`}>{shownName(fullname)}</Link>,
  },
];

const LOOKS = {
  list: lookList,
  loading: 'Loading who viewed...',
  cut: `Only the first ${LOOKS_REACH.toLocaleString('en-GB')} are listed. Choose days to see others.`,
  isLive: true,
} as const;

/** Staff who opened drivers' pages, the newest first. */
export function LookTable() {
  const state = useListState(lookList);
  return (
    <ListScreen
      {...LOOKS}
      state={state}
      caption="Who viewed records"
      columns={[...WHEN_AND_WHO, ...AT_WHOM]}
      empty={<p>{state.isFiltered ? 'No entries match these filters.' : 'Nobody has opened a driver’s page yet.'}</p>}
    />
  );
}

/** Staff who opened one driver's page, the newest first. */
function LooksAt({ driverCode }: { driverCode: string }) {
  const state = useListState(lookList, { fixed: { driver_code: driverCode } });
  const { actor, what, from, to } = lookList.filters;
  return (
    <ListScreen
      {...LOOKS}
      state={state}
      caption="Who viewed this record"
      screen="looks-at-driver"
      columns={WHEN_AND_WHO}
      filters={{ actor, what, from, to }}
      empty={<p>No one viewed this record in that time.</p>}
    />
  );
}

/** Erases a removed driver's personal data, after asking for the reason. */
const EraseDriver = ({ driver }: { driver: Driver }) => (
  <ChangeButton
    label="Erase personal data"
    title={`Erase the data of ${fullName(driver)}?`}
    action="Erase for good"
    reason={{
      schema: DriverRemoval,
      seenBy: 'Stays with the record and in the audit log, so do not name anybody in it.',
    }}
    send={(reason) => change(eraseDriver, { params: { id: driver.id }, body: { reason } })}
  >
    <Box component="p" mb="md">
      This cannot be undone. Photo, contacts, documents, next of kin and reference are erased, and the account with its
      password. Driver code, plans, payments and receipts stay for the books, and with them name and car number where a
      payment was cleared.
    </Box>
  </ChangeButton>
);

/** A person's rights over their data: a copy, erasure, and the list of staff who looked. */
export function PersonData({ driver }: { driver: Driver }) {
  return (
    <>
      <Group gap="xs" mb="md">
        <SaveDriversData id={driver.id} />
        {driver.removed_at !== null && driver.erased_at === null && <EraseDriver driver={driver} />}
      </Group>
      <Box component="h2" className="large" mb="xs">
        Who viewed this record (one entry an hour)
      </Box>
      <LooksAt driverCode={driver.driver_code} />
    </>
  );
}
