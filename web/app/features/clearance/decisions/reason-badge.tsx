import { CASE_REASON_LABELS, type CaseReason } from '@banbo/contract';
import { StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = {
  ready: 'good',
  no_receipt: 'waiting',
  differs: 'bad',
  other_car: 'bad',
  disputed: 'bad',
  reclaimed: 'bad',
  paid: 'bad',
  used: 'bad',
  statement: 'bad',
  no_claim: 'waiting',
  unknown_car: 'waiting',
  left: 'waiting',
  cleared_before: 'bad',
  cleared: 'good',
  credited: 'good',
  rejected: 'plain',
  reversed: 'plain',
  matched: 'good',
  dismissed: 'plain',
} as const satisfies Record<CaseReason, string>;

/** Why a case waits, or how it ended: in words, which a colour underlines. */
export function ReasonBadge({ reason, text = CASE_REASON_LABELS[reason] }: { reason: CaseReason; text?: string }) {
  return <StatusBadge tone={TONES[reason]}>{text}</StatusBadge>;
}
