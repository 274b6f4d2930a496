import { type Driver, DriverRemoval, removeDriver } from '@banbo/contract';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { Confirm } from '~/components/confirm.tsx';
import { call } from '~/lib/api.ts';
import { fullName } from './driver-queries.ts';
import styles from './drivers.module.css';

const MAX_REASON = 300;

type Props = { driver: Driver; button: Ref<HTMLButtonElement> };

/** Removes a current driver, after asking for the reason. */
export function RemoveDriver({ driver, button }: Props) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const queries = useQueryClient();

  const close = () => {
    setAsking(false);
    setWrong(null);
  };
  const remove = useMutation({
    mutationFn: (body: DriverRemoval) => call(removeDriver, { params: { id: driver.id }, body }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      close();
      setReason('');
      await queries.invalidateQueries({ queryKey: ['drivers'] });
    },
    onError: (error) => toast.error(error.message),
  });
  const confirm = () => {
    const body = DriverRemoval.safeParse({ reason });
    if (body.success) return remove.mutate(body.data);
    setWrong(body.error.issues[0]?.message ?? 'Please enter the reason.');
    field.current?.focus();
  };

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
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={close}
      >
        <p className={styles.consequence}>
          They are signed out at once and can no longer sign in. {driver.car_number}, their mobile number and their ID
          number can be registered again. Their payments stay, and claims that wait still wait. A removed driver can be
          restored.
        </p>
        <Textarea
          ref={field}
          data-autofocus
          label="Reason"
          description="Stays with the record and in the audit log."
          required
          maxLength={MAX_REASON}
          autosize
          minRows={2}
          value={reason}
          error={wrong}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setWrong(null);
          }}
        />
      </Confirm>
    </>
  );
}
