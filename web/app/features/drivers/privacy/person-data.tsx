import { type Driver, DriverRemoval, eraseDriver, fullName } from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { change } from '~/lib/api/query-client.ts';
import { LooksAt } from './look-table.tsx';
import { SaveDriversData } from './save-personal-data.tsx';

/** Erases a removed driver's personal data, after saying what goes and what stays, and asking for the reason. */
function EraseDriver({ driver }: { driver: Driver }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Erase personal data
      </Button>
      <ReasonQuestion
        opened={asking}
        title={`Erase the data of ${fullName(driver)}?`}
        action="Erase for good"
        schema={DriverRemoval}
        seenBy="Stays with the record and in the audit log, so name nobody in it."
        send={(body) => change(eraseDriver, { params: { id: driver.id }, body })}
        onClose={() => setAsking(false)}
      >
        <Box component="p" mb="md">
          This cannot be undone. Photo, contacts, documents, next of kin and reference are erased, and the account with
          its password. Driver code, plans, payments and receipts stay for the books, and with them name and car number
          where a payment was cleared.
        </Box>
      </ReasonQuestion>
    </>
  );
}

/** A person's rights over their data, in the hands of staff: to see it, to have it erased, and to know who looked. */
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
