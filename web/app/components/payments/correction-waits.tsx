import { formatInstant, formatMoney, type WaitingCorrection } from '@banbo/contract';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';

/** Says that another amount of cash waits for a second person, who asked for it and why. */
export const CorrectionWaits = ({
  correction: { approval_id, asked_by, asked_at, was, amount, reason },
}: {
  correction: WaitingCorrection;
}) => (
  <WaitingApproval id={approval_id}>
    {asked_by} asked on {formatInstant(asked_at)} to correct this cash from {formatMoney(was)} to {formatMoney(amount)}:{' '}
    ‘{reason}’ It waits for approval by another person. Until then the payment stays as it is
  </WaitingApproval>
);
