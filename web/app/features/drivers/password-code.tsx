import { type Driver, issuePasswordCode } from '@banbo/contract';
import { Button, CopyButton, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Confirm } from '~/components/confirm.tsx';
import { Icon } from '~/components/icon.tsx';
import { call } from '~/lib/api.ts';
import { fullName } from './driver-queries.ts';
import styles from './drivers.module.css';

/** The code in a link that fills it in, with the car number beside it. */
const linkOf = (code: string, car: string): string =>
  `${window.location.origin}/member_password#${new URLSearchParams({ code, car })}`;

/** Makes a code with which the driver sets a password, and shows it this once; for a driver who lost theirs. */
export function PasswordCode({ driver }: { driver: Driver }) {
  const [asking, setAsking] = useState(false);
  const issue = useMutation({
    mutationFn: () => call(issuePasswordCode, { params: { id: driver.id } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => setAsking(false),
  });
  const link = issue.data && linkOf(issue.data.setup_code, driver.car_number);
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
        <section className={styles.code} role="status" aria-label="Password code">
          <p>
            Code: <strong>{issue.data?.setup_code}</strong>. It works once, within 24 hours, under Member Login, Set
            your password. {issue.data?.message}
          </p>
          <div className={styles.link}>
            <TextInput label="Link with the code" readOnly value={link} onFocus={(event) => event.target.select()} />
            <CopyButton value={link} timeout={3000}>
              {({ copied, copy }) => (
                <Button onClick={copy} leftSection={<Icon name={copied ? 'tick' : 'copy'} />}>
                  <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
                </Button>
              )}
            </CopyButton>
          </div>
        </section>
      )}
    </>
  );
}
