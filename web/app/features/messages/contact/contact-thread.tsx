import { type ContactEntry, type ContactRecord, formatInstant } from '@banbo/contract';
import { HistorySteps } from '~/components/record/history-steps.tsx';
import styles from './contact.module.css';

const KINDS = { reply: 'Reply', answered: 'Answered otherwise', note: 'Note' } as const;
const MAILS = {
  ...{ waiting: 'mail waits', held: 'mail waits', sent: 'mail sent', failed: 'mail failed' },
  expired: 'mail not sent',
} as const;

const headOf = ({ kind, by, at, mail }: ContactEntry): string =>
  [KINDS[kind], by, formatInstant(at), mail && MAILS[mail]].filter(Boolean).join(' · ');

/** The visitor's words and what staff wrote, the oldest first. All of it is text: a stranger's words are never markup. */
export function ContactThread({ record }: { record: ContactRecord }) {
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
export function ContactHistory({ history }: Pick<ContactRecord, 'history'>) {
  if (history.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>What was done</summary>
      <HistorySteps steps={history} />
    </details>
  );
}
