import {
  type AnswerOf,
  AUDITOR_STATE_LABELS,
  type Auditor,
  auditorList,
  EndAuditor,
  endAuditor,
  formatInstant,
  inviteAuditor,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { useState } from 'react';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { AuditorLink } from './auditor-link.tsx';

const TONES = { invited: 'waiting', open: 'good', over: 'plain', ended: 'bad' } as const;

type Invited = AnswerOf<typeof inviteAuditor>;

function Actions({ auditor, onInvited }: { auditor: Auditor; onInvited: (answer: Invited) => void }) {
  const { id, fullname, status } = auditor;
  if (status === 'over' || status === 'ended') return '–';
  const params = { id };
  const invite = async () => {
    const answer = await change(inviteAuditor, { params });
    onInvited(answer);
    return answer;
  };
  const button = { size: 'compact-sm' } as const;
  return (
    <Group gap="xs" wrap="nowrap">
      <ChangeButton
        label="New link"
        of={fullname}
        title={`Make a new link for ${fullname}?`}
        button={button}
        send={invite}
      >
        <p>They set a new password with it. They are signed out at once, and the link before it ends.</p>
      </ChangeButton>
      <ChangeButton
        label="End…"
        of={fullname}
        title={`End the sign-in of ${fullname}?`}
        action="End it"
        button={button}
        reason={{ schema: EndAuditor, seenBy: 'Stays in the list and in the audit log.' }}
        send={(reason) => change(endAuditor, { params, body: { reason } })}
      >
        <p>They are signed out at once and cannot sign in again. To let them in later, open a new sign-in.</p>
      </ChangeButton>
    </Group>
  );
}

/** The sign-ins that were opened for auditors, with what can be done about those that are open. */
export function AuditorTable() {
  const [invited, setInvited] = useState<Invited | null>(null);
  const columns: readonly ShownColumn<typeof auditorList>[] = [
    { key: 'fullname', heading: true, grows: true },
    { key: 'username', oneLine: true },
    {
      key: 'status',
      oneLine: true,
      cell: ({ status, end_reason }) => (
        <StatusBadge tone={TONES[status]} reason={end_reason}>
          {AUDITOR_STATE_LABELS[status]}
        </StatusBadge>
      ),
    },
    { key: 'opened_by', oneLine: true, spare: true },
    { key: 'opened_at', oneLine: true, spare: true },
    { key: 'ends_at', oneLine: true },
    {
      key: 'last_login_at',
      oneLine: true,
      cell: ({ last_login_at }) => (last_login_at ? formatInstant(last_login_at) : 'Never'),
    },
    { key: 'email', spare: true, hiddenAtFirst: true },
    { key: 'mobile_number', oneLine: true, spare: true, hiddenAtFirst: true },
    { key: 'ended_by', spare: true, hiddenAtFirst: true },
    { key: 'end_reason', spare: true, hiddenAtFirst: true },
    { header: 'Actions', oneLine: true, cell: (auditor) => <Actions auditor={auditor} onInvited={setInvited} /> },
  ];
  return (
    <>
      {invited && <AuditorLink invited={invited} />}
      <ListScreen
        list={auditorList}
        caption="Auditors"
        columns={columns}
        loading="Loading auditors..."
        empty={<p>No sign-in was opened for an auditor yet.</p>}
      />
    </>
  );
}
