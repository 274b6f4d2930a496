import {
  type AnswerOf,
  APPLICATION_DECISIONS,
  type ApplicationDecision,
  type ApplicationRecord,
  ApplicationStep,
  DESK_MOVES,
  type DeskMove,
  decideApplication,
  formatMoney,
  NewDecision,
  noteCommission,
  shownName,
  stepApplication,
  today,
} from '@banbo/contract';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeButton, StateActions } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy, withFixed } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { IssuePaper } from '../../papers/issue-paper.tsx';
import { plotOf } from '../application-table.tsx';

export type Issued = AnswerOf<typeof decideApplication>;

type Props = { application: ApplicationRecord };

const SEEN_BY = 'Stays with the application and in the audit log.';

/** A reason's field of a change, checked as the contract has it. */
const reasonOf = (change: DeskMove | ApplicationDecision, version: number, seenBy = SEEN_BY) => ({
  schema: withFixed(change in DESK_MOVES ? ApplicationStep : NewDecision, { change, version }),
  seenBy,
});

/** The changes that the desk makes: it lodges and withdraws. */
export function DeskActions({ application }: Props) {
  const { id, version, gaps, fee, kind } = application;
  const params = { id };
  const send = (name: DeskMove, reason: string) =>
    change(stepApplication, { params, body: { change: name, version, ...(reason !== '' && { reason }) } });
  return (
    <StateActions
      status={application.status}
      changes={DESK_MOVES}
      words={{
        lodge: (
          <ChangeButton
            key="lodge"
            label="Lodge…"
            title={`Lodge ${application.number}?`}
            action="Lodge it"
            button={{ variant: 'filled', disabled: gaps.length > 0 }}
            send={() => send('lodge', '')}
          >
            <p>
              It goes to the person who decides, and the days begin to count. It cannot be changed until it is sent
              back.
              {Number(fee) > 0 && ` The fee is ${formatMoney(fee)}.`}
            </p>
          </ChangeButton>
        ),
        withdraw: {
          label: 'Withdraw…',
          question: {
            ...{
              title: `Withdraw ${application.number}?`,
              action: 'Withdraw it',
              reason: reasonOf('withdraw', version),
            },
            text:
              kind === 'transfer'
                ? 'The tenancy stays as it is.'
                : 'The plot is free for others. A new application can be entered.',
          },
        },
      }}
      send={send}
    />
  );
}

const NO_CERTIFICATE = { conditions: '', commission_number: '', commission_day: '' };

/** The parts of an approval that are filled in. */
const approvalBody = (values: typeof NO_CERTIFICATE, version: number) => ({
  change: 'approve' as const,
  version,
  ...Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== '')),
});

/** The fields of the Lands Commission's certificate. */
function CertificateFields({
  form,
  isNeeded,
}: {
  form: Pick<ReturnType<typeof useForm<typeof NO_CERTIFICATE>>, 'input'>;
  isNeeded: boolean;
}) {
  return (
    <>
      <TextInput
        mt="sm"
        {...form.input('commission_number')}
        label="Number of the Lands Commission’s certificate"
        {...(!isNeeded && { description: 'May be added later, once it has come' })}
        required={isNeeded}
        maxLength={60}
      />
      <DateField
        mt="sm"
        {...form.input('commission_day')}
        label="Day of the certificate"
        max={today()}
        required={isNeeded}
      />
    </>
  );
}

/** The consequence of an approval, in a sentence. */
const followsFrom = (application: ApplicationRecord): string => {
  const name = shownName(application.applicant_name);
  const plot = plotOf(application);
  const ended = application.ends === null ? '' : ` The tenancy of ${shownName(application.ends.tenant_name)} ends.`;
  const code = application.tenant_id === null ? ` ${name} gets a tenant code and a sign-in.` : '';
  return `${name} becomes the tenant of ${plot}.${ended}${code}`;
};

/** Approves with conditions and, where it is there, the Lands Commission's certificate. */
function Approve({ application, onIssued }: Props & { onIssued: (issued: Issued) => void }) {
  const [opened, setOpened] = useState(false);
  const { id, version, obstacles } = application;
  const form = useForm({
    initial: NO_CERTIFICATE,
    check: (values) => checkBy(NewDecision)(approvalBody(values, version)),
  });
  return (
    <>
      <Button disabled={obstacles.length > 0} onClick={() => setOpened(true)}>
        Approve…
      </Button>
      <FormQuestion
        opened={opened}
        title={`Approve ${application.number}?`}
        action="Approve it"
        form={form}
        send={async (values) => {
          const body = approvalBody(values, version);
          const answer = await change(decideApplication, { params: { id }, body });
          onIssued(answer);
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <p>{followsFrom(application)}</p>
        <Textarea
          mt="sm"
          {...form.input('conditions')}
          label="Conditions"
          description="Optional. They stand on the papers."
          rows={3}
          maxLength={1000}
        />
        <CertificateFields form={form} isNeeded={false} />
      </FormQuestion>
    </>
  );
}

/** The decisions of a person who had no hand in it. */
export function DecisionActions({ application, onIssued }: Props & { onIssued: (issued: Issued) => void }) {
  const { id, version, status, number } = application;
  const reasonFor = (name: ApplicationDecision, seenBy?: string) => reasonOf(name, version, seenBy);
  return (
    <StateActions
      status={status}
      changes={APPLICATION_DECISIONS}
      words={{
        approve: <Approve key="approve" application={application} onIssued={onIssued} />,
        send_back: {
          label: 'Send back…',
          question: {
            ...{ title: `Send ${number} back to the desk?`, action: 'Send it back', danger: false },
            reason: reasonFor('send_back', 'Say what is missing: the desk reads it.'),
            text: 'The desk adds what is missing and lodges it again. The days count on.',
          },
        },
        refuse: {
          label: 'Refuse…',
          question: {
            ...{ title: `Refuse ${number}?`, action: 'Refuse it', reason: reasonFor('refuse') },
            text: 'Nothing about the plot changes.',
          },
        },
        annul: {
          label: 'Annul…',
          question: {
            ...{ title: `Annul the approval of ${number}?`, action: 'Annul it', reason: reasonFor('annul') },
            text: 'The tenancy that it made ends today. Its papers say that they are not valid any more.',
          },
        },
      }}
      send={(name, reason) => change(decideApplication, { params: { id }, body: { change: name, version, reason } })}
    />
  );
}

/** Notes the Lands Commission's certificate once it has come. */
export function NoteCommission({ application: { id, commission_number, commission_day } }: Props) {
  const [opened, setOpened] = useState(false);
  const isNoted = commission_number !== null;
  const form = useForm({
    initial: { ...NO_CERTIFICATE, commission_number: commission_number ?? '', commission_day: commission_day ?? '' },
    check: ({ commission_number, commission_day }) =>
      checkBy(noteCommission.schema.body)({ commission_number, commission_day }),
  });
  const label = isNoted ? 'Correct the certificate…' : 'Note the certificate…';
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {label}
      </Button>
      <FormQuestion
        opened={opened}
        title="The Lands Commission’s certificate"
        action="Note it"
        form={form}
        send={({ commission_number, commission_day }) =>
          change(noteCommission, { params: { id }, body: { commission_number, commission_day } })
        }
        onClose={() => setOpened(false)}
      >
        <p>It says that the disposition fits the approved plan.</p>
        <CertificateFields form={form} isNeeded />
      </FormQuestion>
    </>
  );
}

/** The buttons of an application for the person who looks at it. */
export function ApplicationActions({ application, onIssued }: Props & { onIssued: (issued: Issued) => void }) {
  const { can } = useAbility();
  const isAtDesk = application.status === 'draft' || application.status === 'sent_back';
  return (
    <Group gap="sm">
      {can('land.approve') && application.own_hand === null && (
        <DecisionActions application={application} onIssued={onIssued} />
      )}
      {can('land.write') && <DeskActions application={application} />}
      {can('land.write') && isAtDesk && (
        <Button component={Link} to={`/edit_application/${application.id}`} variant="default">
          Edit
        </Button>
      )}
      {can('land.write') && application.status === 'approved' && (
        <IssuePaper paper={{ kind: 'allocation_note', subject_id: application.id }} label="Issue allocation note" />
      )}
      {can('land.approve') && application.status === 'approved' && <NoteCommission application={application} />}
    </Group>
  );
}
