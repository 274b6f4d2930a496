import { type DriverStanding, feeName, formatMoney, useCredit as useCreditEndpoint } from '@banbo/contract';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change } from '~/lib/api/query-client.ts';

type Props = { driverId: string; fee: DriverStanding['due'][number]; credit: string };

/** Pays a due fee from the driver's credit, after asking. */
export function UseCredit({ driverId, fee, credit }: Props) {
  const key = useIdempotencyKey();
  const name = feeName(fee);
  const body = {
    payment_type: fee.payment_type,
    ...(fee.payment_year !== null && { payment_year: fee.payment_year }),
    ...(fee.payment_month !== null && { payment_month: fee.payment_month }),
  };
  const pay = async () => {
    const answer = await change(useCreditEndpoint, {
      params: { id: driverId },
      body,
      idempotencyKey: key.keyFor(body),
    });
    key.forget();
    return answer;
  };
  return (
    <ChangeButton
      label="Pay from credit"
      title={`Pay ${name} from the credit?`}
      button={{ size: 'compact-sm', 'aria-label': `Pay ${name} from credit` }}
      send={pay}
    >
      {formatMoney(fee.amount)} of the credit of {formatMoney(credit)} pays it whole. It can be returned.
      {fee.waiting !== '0.00' && (
        <>
          {' '}
          A claim of {formatMoney(fee.waiting)} waits for the same fee: its money, if it came, can then only become
          credit.
        </>
      )}
    </ChangeButton>
  );
}
