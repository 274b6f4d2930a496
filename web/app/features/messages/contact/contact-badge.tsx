import { CONTACT_STATUS_LABELS, type ContactStatus } from '@banbo/contract';
import { StatusBadge } from '~/components/record/fact-list.tsx';

const TONES = { new: 'bad', assigned: 'waiting', replied: 'good', closed: 'plain', spam: 'plain' } as const;

/** The state of a message in a word. */
export function ContactBadge({ status }: { status: ContactStatus }) {
  return <StatusBadge tone={TONES[status]}>{CONTACT_STATUS_LABELS[status]}</StatusBadge>;
}
