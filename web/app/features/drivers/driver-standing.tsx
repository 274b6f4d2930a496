import {
  actorInWords,
  type Driver,
  DriverRemoval,
  formatInstant,
  fullName,
  removeDriver,
  restoreDriver,
  shownName,
  takeMergeBack,
} from '@banbo/contract';
import { Box } from '@mantine/core';
import { Link } from 'react-router';
import { ChangeButton, ChangeQuestion } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

/** Says of a removed driver who removed it, when and why, to everybody who may see drivers. */
export function RemovedNotice({ driver }: { driver: Driver }) {
  const { removed_at, removal_reason, removed_by, merged_into, erased_at } = driver;
  if (removed_at === null) return null;
  if (erased_at !== null) {
    return (
      <Box component="p" role="status" className="notice" mb="md">
        <strong>Personal data erased</strong> on {formatInstant(erased_at)}: {removal_reason}
      </Box>
    );
  }
  return (
    <Box component="p" role="status" className="notice" mb="md">
      {merged_into ? (
        <>
          <strong>Merged</strong> into <Link to={`/view_driver/${merged_into.id}`}>{merged_into.driver_code}</Link>,
          which has its payments now. Removed
        </>
      ) : (
        <strong>Removed</strong>
      )}{' '}
      on {formatInstant(removed_at)}
      {removed_by !== null && ` by ${actorInWords(removed_by)}`}: {removal_reason}
    </Box>
  );
}

/** Leads from the record that stayed to the duplicate, on whose page the merge is taken back. */
export function DuplicatesNotice({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  if (!can('drivers.merge')) return null;
  return driver.duplicates
    .filter(({ until }) => Date.parse(until) > Date.now())
    .map(({ id, driver_code, until }) => (
      <Box key={id} component="p" role="note" className="notice" mb="md">
        <strong>{driver_code}</strong> was merged into this record. If that was wrong,{' '}
        <Link to={`/view_driver/${id}`}>open {driver_code}</Link> to take the merge back, until {formatInstant(until)}.
      </Box>
    ));
}

/** Takes the merge of a duplicate back, while that can be done and for staff who may. */
export function TakeMergeBack({ driver }: { driver: Driver }) {
  const { id, driver_code, merged_into } = driver;
  if (!merged_into?.until || Date.parse(merged_into.until) <= Date.now()) return null;
  return (
    <ChangeButton
      label="Take the merge back"
      title={`Take the merge of ${driver_code} back?`}
      action="Take it back"
      button={{ variant: 'filled' }}
      send={() => change(takeMergeBack, { params: { id } })}
    >
      <Box component="p" mb="md">
        Its payments, claims and credit go back from {merged_into.driver_code}, and the record is what it was before. A
        member who could sign in can do so again; codes and texts that were withdrawn stay withdrawn.
      </Box>
      <p>
        This can be done until {formatInstant(merged_into.until)}. It is refused where money was decided on since, or
        another driver has the car, the mobile or the ID number by now.
      </p>
    </ChangeButton>
  );
}

type Opened = { opened: boolean; onClose: () => void };

/** Asks for the reason, and removes the driver. */
export const RemoveQuestion = ({ driver, ...opened }: { driver: Driver } & Opened) => (
  <ChangeQuestion
    {...opened}
    title={`Remove ${shownName(fullName(driver))}?`}
    action="Remove"
    reason={{ schema: DriverRemoval, seenBy: 'Stays with the record and in the audit log.' }}
    send={(reason) => change(removeDriver, { params: { id: driver.id }, body: { reason } })}
  >
    <Box component="p" mb="md">
      They are signed out at once and can no longer sign in. {driver.car_number}, their mobile number and their ID
      number can be registered again. Their payments stay, and claims that wait still wait. A removed driver can be
      restored.
    </Box>
  </ChangeQuestion>
);

/** Makes a removed driver a current one again, after a question. */
export const RestoreDriver = ({ driver }: { driver: Driver }) => (
  <ChangeButton
    label="Restore"
    title={`Restore ${shownName(fullName(driver))}?`}
    button={{ variant: 'filled' }}
    send={() => change(restoreDriver, { params: { id: driver.id } })}
  >
    They are a current driver again with {driver.car_number}, can sign in with their old password, and have the full
    time to pay the registration fee. It is refused where another driver has the car, the mobile or the ID number by
    now.
  </ChangeButton>
);
