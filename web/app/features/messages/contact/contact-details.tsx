import { type ContactEntry, type ContactRecord, formatInstant } from '@banbo/contract';
import side from '~/components/page/side-panel.module.css';
import { HistorySteps } from '~/components/record/changes.tsx';
import { EmailText, type Fact, FactList } from '~/components/record/fact-list.tsx';
import styles from './contact.module.css';
import { ContactActions } from './contact-actions.tsx';
import { ContactBadge } from './contact-badge.tsx';
import { LinkDriver } from './link-driver.tsx';
import { WriteEntry } from './write-entry.tsx';

const KINDS = { reply: 'Reply', answered: 'Answered otherwise', note: 'Note' } as const;
const MAILS = {
  ...{ waiting: 'mail waits', held: 'mail waits', sent: 'mail sent', failed: 'mail failed' },
  expired: 'mail not sent',
} as const;

const headOf = ({ kind, by, at, mail }: ContactEntry): string =>
  [KINDS[kind], by, formatInstant(at), mail && MAILS[mail]].filter(Boolean).join(' · ');

/** The visitor's words and what staff wrote, the oldest first. All of it is text: a stranger's words are never markup. */
function ContactThread({ record }: { record: ContactRecord }) {
  return (
    <ol className={styles.thread} aria-label="Messages">
      <li data-kind="visitor">
        <p className={styles.by}>
          {record.name} · {formatInstant(record.received_at)}
        </p>
        <p className={styles.words}>{record.message}</p>
      </li>
      {record.entries.map((entry) => (
        <li key={entry.id} data-kind={entry.kind}>
          <p className={styles.by}>{headOf(entry)}</p>
          <p className={styles.words}>{entry.text}</p>
          {(entry.mail === 'failed' || entry.mail === 'expired') && (
            <p className={styles.trouble}>This mail did not reach the visitor. Please answer another way.</p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The steps of a message, the newest first. */
function ContactHistory({ history }: Pick<ContactRecord, 'history'>) {
  if (history.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>What was done</summary>
      <HistorySteps steps={history} />
    </details>
  );
}

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
