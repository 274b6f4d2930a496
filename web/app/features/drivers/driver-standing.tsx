import { type Driver, formatInstant, restoreDriver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Confirm } from '~/components/confirm.tsx';
import { call } from '~/lib/api.ts';
import { fullName } from './driver-queries.ts';
import styles from './drivers.module.css';
import { RemoveDriver } from './remove-driver.tsx';

/** Says of a removed driver when and why, to everybody who may see drivers. */
export function RemovedNotice({ driver: { removed_at, removal_reason } }: { driver: Driver }) {
  if (removed_at === null) return null;
  return (
    <p role="status" className={styles.note}>
      <strong>Removed</strong> on {formatInstant(removed_at)}: {removal_reason}
    </p>
  );
}

function RestoreDriver({ driver }: { driver: Driver }) {
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () => call(restoreDriver, { params: { id: driver.id } }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await queries.invalidateQueries({ queryKey: ['drivers'] });
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Restore</Button>
      <Confirm
        opened={asking}
        title={`Restore ${fullName(driver)}?`}
        action="Restore"
        busy={restore.isPending}
        onConfirm={() => restore.mutate()}
        onClose={() => setAsking(false)}
      >
        They are a current driver again with {driver.car_number}, and can sign in with their password of before.
      </Confirm>
    </>
  );
}

/** Removes or restores the driver, for staff who may. */
export function DriverStanding({ driver }: { driver: Driver }) {
  return driver.removed_at === null ? <RemoveDriver driver={driver} /> : <RestoreDriver driver={driver} />;
}
