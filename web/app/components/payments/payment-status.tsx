import { formatPhone, PAYMENT_STATUS_LABELS, type PaymentStatus, type Site } from '@banbo/contract';
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

/**
 * The sentence for a year without prices. It names a number to call, since without prices no page can say whether a fee
 * is due.
 */
export const priceNotSet = (year: number, { mobile_numbers: [number = ''] }: Site): string =>
  `The price for ${year} is not set yet. Please call ${formatPhone(number)}.`;
