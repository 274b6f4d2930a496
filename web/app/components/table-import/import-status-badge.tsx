import { IMPORT_STATUS_LABELS, type ImportStatus } from '@banbo/contract';
import { StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = {
  uploaded: 'waiting',
  checked: 'waiting',
  importing: 'waiting',
  imported: 'good',
  cancelled: 'plain',
  failed: 'bad',
} as const satisfies Record<ImportStatus, string>;

export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  return <StatusBadge tone={TONES[status]}>{IMPORT_STATUS_LABELS[status]}</StatusBadge>;
}
