import { type Driver, fullName, issuePasswordCode, memberPasswordPath } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { SecretLink } from '~/components/record/secret-link.tsx';
import { call } from '~/lib/api.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './drivers.module.css';

/** Makes a code with which the driver sets a password, and shows it this once; for a driver who lost theirs. */
export function PasswordCode({ driver }: { driver: Driver }) {
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
        <section className={styles.code} role="status" aria-label="Password code">
          <p>
            Code: <strong>{issue.data?.setup_code}</strong>. It works once, within 24 hours, under Member sign-in, Set
            your password. {issue.data?.message}
          </p>
          <SecretLink label="Link with the code" link={link} />
        </section>
      )}
    </>
  );
}
