import { CAR_REQUEST_LABELS, type OwnCarRequest } from '@banbo/contract';
import { StatusBadge } from '~/components/record/status-badge.tsx';

const TONES = { asked: 'waiting', granted: 'good', refused: 'bad', withdrawn: 'plain' } as const;

/** The state of a request for another car, with the reason of a refusal. */
export function CarRequestStatus({ status, status_reason }: Pick<OwnCarRequest, 'status' | 'status_reason'>) {
  return (
    <StatusBadge tone={TONES[status]} reason={status_reason}>
      {CAR_REQUEST_LABELS[status]}
    </StatusBadge>
  );
}
