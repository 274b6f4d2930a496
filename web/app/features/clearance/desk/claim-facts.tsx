import { formatDay, formatMoney, formatPaidMonth, formatPhone, type WaitingClaim } from '@banbo/contract';
import { FactList } from '~/components/record/fact-list.tsx';

/** A claim that waits, as its form told it. */
export function ClaimFacts({ claim }: { claim: WaitingClaim }) {
  const month = formatPaidMonth(claim);
  return (
    <FactList
      facts={[
        ['Driver', claim.fullname],
        ['Driver Code', claim.driver_code],
        ['Car Number', claim.car_number],
        ['Mobile Number', formatPhone(claim.mobile_number)],
        ['For', month === '' ? claim.payment_type : `${claim.payment_type}, ${month}`],
        ['Amount claimed', formatMoney(claim.amount)],
        ['Claimed on', formatDay(claim.transaction_date)],
      ]}
    />
  );
}
