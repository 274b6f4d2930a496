import { PAYMENT_STATUS_LABELS, type PaymentStatus } from '@banbo/contract';
import { StatusBadge } from '../record/fact-list.tsx';

const TONES = { submitted: 'waiting', cleared: 'good', rejected: 'bad', reversed: 'bad' } as const;

type Props = { status: PaymentStatus; status_reason: string | null };

/** A payment's state, with its reason. */
export function PaymentStatusBadge({ status, status_reason }: Props) {
  return (
    <StatusBadge tone={TONES[status]} reason={status_reason}>
      {PAYMENT_STATUS_LABELS[status]}
    </StatusBadge>
  );
}
