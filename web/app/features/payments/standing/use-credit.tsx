import { type DriverStanding, feeName, formatMoney, useCredit as useCreditEndpoint } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';

type Props = { driverId: string; fee: DriverStanding['due'][number]; credit: string };

/** Pays a due fee from the driver's credit, after asking. */
export function UseCredit({ driverId, fee, credit }: Props) {
  const [asking, setAsking] = useState(false);
  const key = useIdempotencyKey();
  const name = feeName(fee);
  const body = {
    payment_type: fee.payment_type,
    ...(fee.payment_year !== null && { payment_year: fee.payment_year }),
    ...(fee.payment_month !== null && { payment_month: fee.payment_month }),
  };
  const pay = useAction({
    run: () =>
      key.send(body, (idempotencyKey) => change(useCreditEndpoint, { params: { id: driverId }, body, idempotencyKey })),
    says: ({ message }) => message,
    onEnd: () => setAsking(false),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Pay ${name} from credit`}
        onClick={() => setAsking(true)}
      >
        Pay from credit
      </Button>
      <Confirm
        opened={asking}
        title={`Pay ${name} from the credit?`}
        action="Pay from credit"
        busy={pay.isPending}
        onConfirm={() => pay.mutate()}
        onClose={() => setAsking(false)}
      >
        {formatMoney(fee.amount)} of the credit of {formatMoney(credit)} pays it whole. It can be returned.
        {fee.waiting !== '0.00' && (
          <>
            {' '}
            A claim of {formatMoney(fee.waiting)} waits for the same fee: its money, if it came, can then only become
            credit.
          </>
        )}
      </Confirm>
    </>
  );
}
