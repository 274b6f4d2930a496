import { formatDay, formatMoney, formatPaidMonth, formatPhone, type WaitingClaim } from '@banbo/contract';
import { Box } from '@mantine/core';
import { FactList } from '~/components/record/fact-list.tsx';

export const FIELDS = { minColWidth: 'min(13rem, 100%)', spacing: 'md', verticalSpacing: 'sm' };

export const PanelTitle = ({ children }: { children: string }) => (
  <Box component="h2" fz="var(--text-lg)">
    {children}
  </Box>
);

/** The facts of a claim that waits. */
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
