import { formatDay, formatMoney, formatPhone, shownName, type WaitingClaim } from '@banbo/contract';
import { feeMoneyFacts, shownFee } from '~/components/payments/fee-parts.ts';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { useTypeNames } from '~/lib/api/payment-types.ts';

const payerFacts = (claim: WaitingClaim): Fact[] =>
  claim.side === 'land'
    ? [
        ['Payer for land', shownName(claim.fullname)],
        ['Details', claim.car_number],
      ]
    : [
        ['Driver', shownName(claim.fullname)],
        ['Driver Code', claim.driver_code],
        ['Car Number', claim.car_number],
      ];

/** The facts of a claim that waits, of either side. What is owed is told of drivers alone. */
export function ClaimFacts({ claim }: { claim: WaitingClaim }) {
  const nameOfType = useTypeNames(claim.side);
  return (
    <FactList
      facts={[
        ...payerFacts(claim),
        ['Mobile Number', claim.mobile_number && formatPhone(claim.mobile_number)],
        ['For', shownFee({ ...claim, description: nameOfType(claim.payment_type) })],
        ['Amount claimed', formatMoney(claim.amount)],
        ['Claimed on', formatDay(claim.transaction_date)],
        ...(claim.side === 'land' ? [] : feeMoneyFacts(claim)),
      ]}
    />
  );
}
