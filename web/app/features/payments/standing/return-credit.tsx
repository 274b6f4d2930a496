import { CreditReturn, returnCredit } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { call } from '~/lib/api.ts';

/** `name` is the fee that was paid from credit. */
type Props = { driverId: string; useId: string; name: string };

/** Gives a fee that was paid from credit back to the credit, after asking for the reason. */
export function ReturnCredit({ driverId, useId, name }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Return the credit for ${name}`}
        onClick={() => setAsking(true)}
      >
        Return
      </Button>
      <ReasonQuestion
        opened={asking}
        title={`Return the credit for ${name}?`}
        action="Return"
        schema={CreditReturn}
        seenBy="Stays in the audit log."
        send={(body) => call(returnCredit, { params: { id: driverId, use_id: useId }, body })}
        refreshes={['drivers', 'standing', driverId]}
        onClose={() => setAsking(false)}
      >
        <p>The fee is due again, and the money the driver’s credit.</p>
      </ReasonQuestion>
    </>
  );
}
