import { type Driver, DriverRemoval, fullName, removeDriver } from '@banbo/contract';
import { Button } from '@mantine/core';
import { type Ref, useState } from 'react';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { call } from '~/lib/api.ts';
import styles from './drivers.module.css';

type Props = { driver: Driver; button: Ref<HTMLButtonElement> };

/** Removes a current driver, after asking for the reason. */
export function RemoveDriver({ driver, button }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button ref={button} variant="default" onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ReasonQuestion
        opened={asking}
        title={`Remove ${fullName(driver)}?`}
        action="Remove"
        schema={DriverRemoval}
        seenBy="Stays with the record and in the audit log."
        send={(body) => call(removeDriver, { params: { id: driver.id }, body })}
        refreshes={['drivers']}
        onClose={() => setAsking(false)}
      >
        <p className={styles.consequence}>
          They are signed out at once and can no longer sign in. {driver.car_number}, their mobile number and their ID
          number can be registered again. Their payments stay, and claims that wait still wait. A removed driver can be
          restored.
        </p>
      </ReasonQuestion>
    </>
  );
}
