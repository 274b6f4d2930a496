import {
  APPROVAL_MOVES,
  type ApprovalMove,
  ApprovalReason,
  type ApprovalRecord,
  approvalKind,
  approvalSubjectPath,
  formatInstant,
  grantApproval,
  type IssuedCode,
  refuseApproval,
  showApproval,
  withdrawApproval,
} from '@banbo/contract';
import { Box, Group, Text } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router';
import { SecretLink } from '~/components/record/copy-button.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { StateActions } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { ApprovalBadge, shownField } from './approval-table.tsx';

/** A setup code that the approval made, shown only once. */
function ApprovedCode({ of, invitation: { invitation_link, mailed } }: { of: string; invitation: IssuedCode }) {
  const link = new URL(invitation_link, window.location.origin).href;
  return (
    <Box component="section" className="card" p="lg" mb="md" maw="44rem" aria-labelledby="code-title">
      <h2 id="code-title">A new password for {of}</h2>
      <p>
        {mailed
          ? 'It was sent by e-mail. You can also give the link yourself.'
          : 'Copy this link and give it to them in a way that nobody else can read.'}{' '}
        It sets a password, once, within 24 hours, and is shown only now.
      </p>
      <Box my="md">
        <SecretLink label="Invitation link" link={link} />
      </Box>
    </Box>
  );
}

type Words = ComponentProps<typeof StateActions<ApprovalRecord['status'], ApprovalMove>>['words'];

const WORDS = {
  approve: {
    label: 'Approve',
    isMain: true,
    question: { title: 'Approve this change?', text: 'It takes effect as soon as you approve it.' },
  },
  refuse: {
    label: 'Refuse',
    question: {
      title: 'Refuse this change?',
      text: 'Nothing changes. The person who asked for it sees the reason.',
      reason: { schema: ApprovalReason, seenBy: 'Stays with the change and in the audit log.' },
    },
  },
  withdraw: { label: 'Withdraw' },
} as const satisfies Words;

const wordsOf = (moves: readonly ApprovalMove[]): Words => Object.fromEntries(moves.map((move) => [move, WORDS[move]]));

const factsOf = (record: ApprovalRecord): Fact[] => [
  [
    'Of',
    <Link key="of" to={approvalSubjectPath(record.kind, record.subject_id)}>
      {record.subject}
    </Link>,
  ],
  ...record.changes.map(
    ({ field, before, after, to }): Fact => [
      shownField(field),
      <span key={field}>
        {before !== '' && (
          <>
            <del className="muted">{before}</del> →{' '}
          </>
        )}
        <strong>{to ? <Link to={to}>{after}</Link> : after || 'none'}</strong>
      </span>,
    ],
  ),
  ['Asked by', `${record.asked_by}, ${formatInstant(record.asked_at)}`],
  ...(record.reason === null ? [] : [['Reason', record.reason] as const]),
  ...(record.decided_at === null || record.decided_by === null
    ? []
    : [
        [
          'Decided by',
          `${record.decided_by}${record.is_alone ? ', alone' : ''}, ${formatInstant(record.decided_at)}`,
        ] as const,
      ]),
  ...(record.status_reason === null ? [] : [['Answer', record.status_reason] as const]),
];

function ApprovalActions({ record, onCode }: { record: ApprovalRecord; onCode: (code: IssuedCode) => void }) {
  const params = { id: record.id };
  const approve = async () => {
    const answer = await change(grantApproval, { params });
    // The change shows wherever its subject does.
    await refresh('payment_list', 'site', 'users', 'refunds');
    if (answer.invitation) onCode(answer.invitation);
    return answer;
  };
  const send = (move: ApprovalMove, reason: string) => {
    if (move === 'approve') return approve();
    return move === 'refuse'
      ? change(refuseApproval, { params, body: { reason } })
      : change(withdrawApproval, { params });
  };
  return (
    <Group gap="sm" mt="lg">
      <StateActions status={record.status} changes={APPROVAL_MOVES} words={wordsOf(record.moves)} send={send} />
    </Group>
  );
}

/** A change that was asked for, before and after, and what the person may do about it. */
export function ApprovalPage({ id }: { id: string }) {
  const [code, setCode] = useState<IssuedCode | null>(null);
  useLive(['approvals'], () => refresh('approvals'));
  return (
    <RecordPage
      of="approval"
      query={read(showApproval, { params: { id } })}
      all={{ to: '/approvals', label: 'All approvals' }}
      title={({ kind, subject }) => `${approvalKind(kind).label}: ${subject}`}
    >
      {(record) => (
        <>
          {code && <ApprovedCode of={record.subject} invitation={code} />}
          <Box maw="44rem">
            <Group component="p" gap="xs" mb="md">
              <ApprovalBadge status={record.status} />
            </Group>
            <FactList facts={factsOf(record)} />
            {record.hindrance !== null && (
              <Text className="note" mt="md">
                {record.hindrance}
              </Text>
            )}
            <ApprovalActions record={record} onCode={setCode} />
          </Box>
        </>
      )}
    </RecordPage>
  );
}
