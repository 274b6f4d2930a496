import {
  endJournal,
  formatDay,
  groupThousands,
  JOURNAL_KIND_LABELS,
  type JournalRecord,
  postJournal,
  showJournal,
  whyNotPosted,
} from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { byAndAt, doneBy, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { withFixed } from '~/lib/form/check-by.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { Attachments } from '../attachments/attachments.tsx';
import styles from './journal.module.css';
import { JournalForm } from './journal-form.tsx';
import { JournalBadge } from './journal-table.tsx';
import { RepeatJournal } from './repeat-journal.tsx';

const factsOf = (journal: JournalRecord): Fact[] => {
  const { kind, day, description, made_by, made_at, posted_by, posted_at, is_alone, entry, reversal } = journal;
  return [
    ['Kind', JOURNAL_KIND_LABELS[kind]],
    ['Day', formatDay(day)],
    ['What for', description],
    ['Written by', byAndAt(made_by, made_at)],
    ...doneBy('Posted by', posted_by, posted_at, is_alone),
    ...(entry === null ? [] : [['Entry', entry] as const]),
    ...(reversal === null ? [] : [['Reversed by entry', reversal] as const]),
  ];
};

function Lines({ lines }: Pick<JournalRecord, 'lines'>) {
  return (
    <table className={styles.posted}>
      <caption className="visually-hidden">Lines</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col" className={styles.amount}>
            Debit
          </th>
          <th scope="col" className={styles.amount}>
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ account, name, side, amount }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Lines have no other name.
          <tr key={n}>
            <td>
              <Link to={`/ledger_accounts/${account}`}>
                {account} {name}
              </Link>
            </td>
            <td className={styles.amount}>{side === 'debit' ? groupThousands(amount) : ''}</td>
            <td className={styles.amount}>{side === 'credit' ? groupThousands(amount) : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ENDING = { schema: endJournal.schema.body, seenBy: 'Stays with the journal and in the audit log.' };

const reasonFor = (step: 'drop' | 'reverse') => ({
  ...ENDING,
  schema: withFixed(ENDING.schema, { change: step }),
});

/** When the reversal is posted: that of a year end on 31 December, so that the year is open. */
const dayOfReversal = ({ kind, day, needs_approval }: JournalRecord): string => {
  if (kind === 'year end') {
    return `The opposite entry is posted on ${formatDay(day)}, like the closing. Then ${day.slice(0, 4)} can be closed again.`;
  }
  if (!needs_approval) return 'The opposite entry is posted today.';
  return 'Another person has to approve it. The opposite entry is posted on the day of the approval.';
};

/** Reverses a posted journal; the closing of a year only by those who may close the books. */
function Reverse({
  journal,
  send,
}: {
  journal: JournalRecord;
  send: (reason: string) => Promise<{ message: string }>;
}) {
  const { can } = useAbility();
  const { number, kind, needs_approval } = journal;
  if (kind === 'year end' && !can('books.close')) return null;
  return (
    <ChangeButton
      label="Reverse…"
      title={`Reverse ${number}?`}
      action={needs_approval ? 'Ask for approval' : 'Reverse it'}
      reason={reasonFor('reverse')}
      send={send}
    >
      <p>{dayOfReversal(journal)} Both entries stay in the books.</p>
    </ChangeButton>
  );
}

function Actions({ journal, onEdit }: { journal: JournalRecord; onEdit: () => void }) {
  const { can } = useAbility();
  const { id, number, kind, day, status, lines, needs_approval, approval_id } = journal;
  if (approval_id !== null)
    return (
      <WaitingApproval id={approval_id}>
        {status === 'posted' ? 'Another person decides whether it is reversed' : 'Another person approves it'}
      </WaitingApproval>
    );
  if (!can('books.write')) return null;
  const end = (step: 'drop' | 'reverse') => (reason: string) =>
    change(endJournal, { params: { id }, body: { change: step, reason } });
  if (status === 'posted') {
    return (
      <Group gap="sm">
        {kind !== 'opening' && kind !== 'year end' && <RepeatJournal id={id} number={number} day={day} />}
        <Reverse journal={journal} send={end('reverse')} />
      </Group>
    );
  }
  if (status !== 'draft') return null;
  const why = whyNotPosted(lines);
  return (
    <>
      {why !== null && <p className="note">Not to be posted yet: {why}</p>}
      <Group gap="sm" mt="sm">
        {why === null && (
          <ChangeButton
            label={needs_approval ? 'Ask for approval' : 'Post'}
            button={{ variant: 'filled' }}
            send={() => change(postJournal, { params: { id } })}
          />
        )}
        <Button variant="default" onClick={onEdit}>
          Edit
        </Button>
        <ChangeButton
          label="Drop…"
          title={`Drop ${number}?`}
          action="Drop it"
          reason={reasonFor('drop')}
          send={end('drop')}
        >
          <p>Nothing is posted. It stays on the list as dropped.</p>
        </ChangeButton>
      </Group>
    </>
  );
}

/** A journal: the form of a draft, and its place in the books once it is posted. */
export function JournalPage({ id }: { id: string }) {
  const [isEditing, setEditing] = useState(false);
  useLive(['approvals'], () => refresh('journals'));
  return (
    <RecordPage
      of="journal"
      query={{ ...read(showJournal, { params: { id } }), staleTime: 0 }}
      all={{ to: '/journals', label: 'All journals' }}
      title={({ number }) => `Journal ${number}`}
    >
      {(journal) =>
        isEditing && journal.status === 'draft' ? (
          <JournalForm key={journal.status} journal={journal} onSaved={() => setEditing(false)} />
        ) : (
          <Box maw="52rem">
            <Box mb="md">
              <JournalBadge status={journal.status} reason={journal.status_reason} />
            </Box>
            <FactList facts={factsOf(journal)} />
            <Box my="lg">
              <Lines lines={journal.lines} />
            </Box>
            <Box mb="lg">
              <Attachments kind="journal" record={journal} />
            </Box>
            <Actions journal={journal} onEdit={() => setEditing(true)} />
          </Box>
        )
      }
    </RecordPage>
  );
}
