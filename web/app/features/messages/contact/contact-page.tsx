import {
  CONTACT_MOVES,
  type ContactChange,
  type ContactEntry,
  ContactReason,
  type ContactRecord,
  changeContactMessage,
  contactPeople,
  formatInstant,
  isOpenContact,
  showContactMessage,
} from '@banbo/contract';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import side from '~/components/page/side-panel.module.css';
import { Confirm } from '~/components/question/confirm.tsx';
import { HistorySteps } from '~/components/record/changes.tsx';
import { EmailText, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { StateActions } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/query-client.ts';
import { useSession } from '~/lib/session-store.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './contact.module.css';
import { ContactBadge, REFRESH_MS } from './contact-table.tsx';
import { LinkDriver } from './link-driver.tsx';
import { WriteEntry } from './write-entry.tsx';

const stepContact = ({ id }: ContactRecord, body: ContactChange) =>
  change(changeContactMessage, { params: { id }, body });

/** Gives a message to somebody who may answer it. */
function AssignMessage({ record }: { record: ContactRecord }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const { data: people = [] } = useQuery({ ...read(contactPeople, {}), enabled: isOpen });
  const from = record.assigned_to?.id ?? null;
  const others = people.filter(({ id }) => id !== from);
  const to = chosen || others[0]?.id;
  const assign = useAction({
    run: (id: string) => stepContact(record, { change: 'assign', to: id, from }),
    says: ({ message }) => message,
    onEnd: () => setOpen(false),
  });
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Assign to…
      </Button>
      <Confirm
        opened={isOpen}
        title="Who answers it?"
        action="Assign"
        busy={assign.isPending}
        onConfirm={() => to && assign.mutate(to)}
        onClose={() => setOpen(false)}
      >
        <NativeSelect
          data-autofocus
          label="Person"
          data={others.map(({ id, fullname, username }) => ({ value: id, label: `${fullname} (${username})` }))}
          value={to ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </Confirm>
    </>
  );
}

/** The steps that a message's state allows. Closing what nobody replied to asks for the reason. */
function ContactActions({ record }: { record: ContactRecord }) {
  const session = useSession();
  const { status, assigned_to } = record;
  const isOwn = assigned_to?.username === session?.username;
  const from = assigned_to?.id ?? null;
  return (
    <Group gap="xs">
      <StateActions
        status={status}
        changes={CONTACT_MOVES}
        words={{
          take: { label: 'Take it', isMain: true },
          assign: <AssignMessage key="assign" record={record} />,
          give_back: { label: isOwn ? 'Give it back' : 'Take it from them' },
          close: isOpenContact(status)
            ? {
                label: 'Close…',
                question: {
                  title: 'Close it without a reply?',
                  text: 'Nobody has replied to it. It can be reopened.',
                  action: 'Close',
                  reason: { schema: ContactReason, seenBy: 'Stays with the message and in the audit log.' },
                },
              }
            : { label: 'Close', isMain: true },
          spam: { label: 'Spam' },
          reopen: { label: 'Reopen', isMain: true },
          undo: { label: 'It is no spam', isMain: true },
        }}
        send={(name, reason) =>
          stepContact(record, {
            change: name,
            ...(name === 'give_back' && { from }),
            ...(reason !== undefined && { reason }),
          })
        }
      />
    </Group>
  );
}

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
export const ContactMessagePage = ({ id }: { id: string }) => (
  <RecordPage
    of="message"
    query={{ ...read(showContactMessage, { params: { id } }), staleTime: 0, refetchInterval: REFRESH_MS }}
    all={{ to: '/contact_messages', label: 'All messages' }}
    title={({ subject }) => subject}
    lead={({ reference }) => reference}
  >
    {(record) => (
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
    )}
  </RecordPage>
);
