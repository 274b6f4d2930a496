import { STATEMENT_STATUS_LABELS, type StatementStatus } from '@banbo/contract';
import { StatusBadge } from '~/components/status-badge.tsx';

const TONES = {
  uploaded: 'waiting',
  checked: 'waiting',
  importing: 'waiting',
  imported: 'good',
  cancelled: 'plain',
  failed: 'bad',
} as const satisfies Record<StatementStatus, string>;

export function StatementStatusBadge({ status }: { status: StatementStatus }) {
  return <StatusBadge tone={TONES[status]}>{STATEMENT_STATUS_LABELS[status]}</StatusBadge>;
}
