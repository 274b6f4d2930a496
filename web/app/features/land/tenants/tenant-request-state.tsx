import { type OwnTenantRequest, TENANT_REQUEST_LABELS } from '@banbo/contract';
import { StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = { asked: 'waiting', accepted: 'good', partly: 'waiting', refused: 'bad', withdrawn: 'plain' } as const;

/** The state of a tenant's request, with the reason of a refusal. */
export function TenantRequestState({ status, status_reason }: Pick<OwnTenantRequest, 'status' | 'status_reason'>) {
  return (
    <StatusBadge tone={TONES[status]} reason={status_reason}>
      {TENANT_REQUEST_LABELS[status]}
    </StatusBadge>
  );
}
