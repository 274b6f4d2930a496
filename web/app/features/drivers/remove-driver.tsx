import { type Driver, DriverRemoval, removeDriver } from '@banbo/contract';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Confirm } from '~/components/confirm.tsx';
import { call } from '~/lib/api.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { fullName } from './driver-queries.ts';
import styles from './drivers.module.css';

const MAX_REASON = 300;

type Props = { driver: Driver; button: Ref<HTMLButtonElement> };

/** Removes a current driver, after asking for the reason. */
export function RemoveDriver({ driver, button }: Props) {
  const [asking, setAsking] = useState(false);
  const form = useForm({ initial: { reason: '' }, check: checkBy(DriverRemoval) });
  const queries = useQueryClient();

  const close = () => {
    setAsking(false);
    form.clearErrors();
  };
  const remove = form.submit(async (body) => {
    const { message } = await call(removeDriver, { params: { id: driver.id }, body });
    toast.success(message);
    close();
    form.reset();
    await queries.invalidateQueries({ queryKey: ['drivers'] });
  });

  return (
    <>
      <Button ref={button} variant="default" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Confirm
        opened={asking}
        title={`Remove ${fullName(driver)}?`}
        action="Remove"
        danger
        busy={form.isBusy}
        onConfirm={remove}
        onClose={close}
      >
        <p className={styles.consequence}>
          They are signed out at once and can no longer sign in. {driver.car_number}, their mobile number and their ID
          number can be registered again. Their payments stay, and claims that wait still wait. A removed driver can be
          restored.
        </p>
        <Textarea
          {...form.input('reason')}
          data-autofocus
          label="Reason"
          description="Stays with the record and in the audit log."
          required
          maxLength={MAX_REASON}
          autosize
          minRows={2}
        />
      </Confirm>
    </>
  );
}
