import { type Driver, DriverRemoval, eraseDriver, fullName } from '@banbo/contract';
import { Box, Group } from '@mantine/core';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { LooksAt } from './look-table.tsx';
import { SaveDriversData } from './save-personal-data.tsx';

/** Erases a removed driver's personal data, after saying what stays, and asking for the reason. */
const EraseDriver = ({ driver }: { driver: Driver }) => (
  <ChangeButton
    label="Erase personal data"
    title={`Erase the data of ${fullName(driver)}?`}
    action="Erase for good"
    reason={{ schema: DriverRemoval, seenBy: 'Stays with the record and in the audit log, so name nobody in it.' }}
    send={(reason) => change(eraseDriver, { params: { id: driver.id }, body: { reason } })}
  >
    <Box component="p" mb="md">
      This cannot be undone. Photo, contacts, documents, next of kin and reference are erased, and the account with its
      password. Driver code, plans, payments and receipts stay for the books, and with them name and car number where a
      payment was cleared.
    </Box>
  </ChangeButton>
);

/** A person's rights, in the hands of staff: their data, its erasure, and who looked at it. */
export function PersonData({ driver }: { driver: Driver }) {
  return (
    <>
      <Group gap="xs" mb="md">
        <SaveDriversData id={driver.id} />
        {driver.removed_at !== null && driver.erased_at === null && <EraseDriver driver={driver} />}
      </Group>
      <Box component="h2" className="large" mb="xs">
        Who looked at this page
      </Box>
      <LooksAt driverCode={driver.driver_code} />
    </>
  );
}
