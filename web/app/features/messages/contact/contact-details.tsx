import { type ContactRecord, formatInstant } from '@banbo/contract';
import side from '~/components/page/side-panel.module.css';
import { EmailText } from '~/components/record/email-text.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import styles from './contact.module.css';
import { ContactActions } from './contact-actions.tsx';
import { ContactBadge } from './contact-badge.tsx';
import { ContactHistory, ContactThread } from './contact-thread.tsx';
import { LinkDriver } from './link-driver.tsx';
import { WriteEntry } from './write-entry.tsx';

const factsOf = ({
  name,
  email,
  received_at,
  assigned_to,
  replied_at,
  closed_at,
  status_reason,
}: ContactRecord): Fact[] => [
  ['From', name],
  ['E-mail', <EmailText key="email" email={email} />],
  ['Received', formatInstant(received_at)],
  ['Assigned to', assigned_to?.fullname ?? 'Nobody'],
  ...(replied_at ? [['First reply', formatInstant(replied_at)] as const] : []),
  ...(closed_at ? [['Closed', formatInstant(closed_at)] as const] : []),
  ...(status_reason ? [['Reason', status_reason] as const] : []),
];

/** A message with its thread, and beside it who it is from and what may be done. */
export function ContactDetails({ record }: { record: ContactRecord }) {
  return (
    <div className={styles.record}>
      <div>
        <ContactThread record={record} />
        <WriteEntry record={record} />
      </div>
      <aside className={`${side.panel} ${styles.side}`} aria-label="About the message">
        <p>
          <ContactBadge status={record.status} />
        </p>
        <ContactActions record={record} />
        <FactList facts={factsOf(record)} />
        <h2>Driver</h2>
        <LinkDriver record={record} />
        <ContactHistory history={record.history} />
      </aside>
    </div>
  );
}
