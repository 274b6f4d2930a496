import { formatInstant, formatMoney, type WaitingCorrection } from '@banbo/contract';
import { Text } from '@mantine/core';
import { Link } from 'react-router';

/** Says that another amount of cash waits for a second person, who asked for it and why. */
export const CorrectionWaits = ({
  correction: { approval_id, asked_by, asked_at, was, amount, reason },
}: {
  correction: WaitingCorrection;
}) => (
  <Text className="note" my="sm" role="status">
    {asked_by} asked on {formatInstant(asked_at)} to correct this cash from {formatMoney(was)} to {formatMoney(amount)}:{' '}
    ‘{reason}’ It waits for approval by another person. Until then the payment stays as it is.{' '}
    {approval_id !== null && <Link to={`/approvals/${approval_id}`}>See the approval</Link>}
  </Text>
);
