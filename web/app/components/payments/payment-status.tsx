import type { PaymentStatus } from '@banbo/contract';
import { StatusBadge } from '~/components/status-badge.tsx';

export const STATUS_LABELS = {
  submitted: 'Submitted',
  cleared: 'Cleared',
  rejected: 'Rejected',
  reversed: 'Reversed',
} as const satisfies Record<PaymentStatus, string>;

const TONES = { submitted: 'waiting', cleared: 'good', rejected: 'bad', reversed: 'bad' } as const;

type Props = { status: PaymentStatus; status_reason: string | null };

/** Where a payment stands, and why: money counts as received once it is cleared. */
export function PaymentStatusBadge({ status, status_reason }: Props) {
  return (
    <StatusBadge tone={TONES[status]} reason={status_reason}>
      {STATUS_LABELS[status]}
    </StatusBadge>
  );
}
