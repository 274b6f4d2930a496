import type { PaymentStatus } from '@banbo/contract';
import { StatusBadge } from '~/components/status-badge.tsx';

export const STATUS_LABELS = {
  submitted: 'Submitted',
  cleared: 'Cleared',
  rejected: 'Rejected',
  reversed: 'Reversed',
} as const satisfies Record<PaymentStatus, string>;

const TONES = { submitted: 'waiting', cleared: 'good', rejected: 'bad', reversed: 'bad' } as const;

/** Where a payment stands: money counts as received once it is cleared. */
export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  return <StatusBadge tone={TONES[status]}>{STATUS_LABELS[status]}</StatusBadge>;
}
