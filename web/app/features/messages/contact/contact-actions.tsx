import {
  type ContactChange,
  ContactReason,
  type ContactRecord,
  changeContactMessage,
  isOpenContact,
} from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { call } from '~/lib/api.ts';
import { useSession } from '~/lib/session-store.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './contact.module.css';
import { peopleQuery, refreshContact } from './contact-queries.ts';

/** A step of a message. Its end is said in a toast, and the page is asked for anew also where somebody was faster. */
const useContactStep = (id: string) => {
  const queries = useQueryClient();
  return useAction({
    run: (body: ContactChange) => call(changeContactMessage, { params: { id }, body }),
    says: ({ message }) => message,
    onEnd: () => void refreshContact(queries),
  });
};

/** Gives a message to somebody who may answer it. */
function AssignMessage({ record }: { record: ContactRecord }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  const step = useContactStep(record.id);
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: isOpen });
  const from = record.assigned_to?.id ?? null;
  const others = people.filter(({ id }) => id !== from);
  const to = chosen || others[0]?.id;
  const confirm = () => {
    if (to) step.mutate({ change: 'assign', to, from }, { onSettled: () => setOpen(false) });
  };
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Assign to…
      </Button>
      <Confirm
        opened={isOpen}
        title="Who answers it?"
        action="Assign"
        busy={step.isPending}
        onConfirm={confirm}
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

type Props = { record: ContactRecord };

/** Closing what nobody replied to asks for the reason; a message with a reply is closed at once. */
function Closing({ record }: Props) {
  const [isAsking, setAsking] = useState(false);
  const step = useContactStep(record.id);
  const params = { id: record.id };
  if (!isOpenContact(record.status)) {
    return (
      <Button size="sm" loading={step.isPending} onClick={() => step.mutate({ change: 'close' })}>
        Close
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setAsking(true)}>
        Close…
      </Button>
      <ReasonQuestion
        opened={isAsking}
        title="Close it without a reply?"
        action="Close"
        schema={ContactReason}
        seenBy="Stays with the message and in the audit log."
        send={({ reason }) => call(changeContactMessage, { params, body: { change: 'close', reason } })}
        refreshes={['contact-messages']}
        onClose={() => setAsking(false)}
      >
        <p>Nobody has replied to it. It can be reopened.</p>
      </ReasonQuestion>
    </>
  );
}

/** The steps that a message's state allows. */
export function ContactActions({ record }: Props) {
  const step = useContactStep(record.id);
  const session = useSession();
  const { status, assigned_to } = record;
  const from = assigned_to?.id ?? null;
  if (status === 'closed' || status === 'spam') {
    const change = status === 'closed' ? 'reopen' : 'undo';
    return (
      <div className={styles.actions}>
        <Button size="sm" loading={step.isPending} onClick={() => step.mutate({ change })}>
          {status === 'closed' ? 'Reopen' : 'It is no spam'}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      {status === 'new' && (
        <Button size="sm" loading={step.isPending} onClick={() => step.mutate({ change: 'take' })}>
          Take it
        </Button>
      )}
      {isOpenContact(status) && <AssignMessage record={record} />}
      {status === 'assigned' && (
        <Button
          size="sm"
          variant="default"
          loading={step.isPending}
          onClick={() => step.mutate({ change: 'give_back', from })}
        >
          {assigned_to?.username === session?.username ? 'Give it back' : 'Take it from them'}
        </Button>
      )}
      <Closing record={record} />
      <Button size="sm" variant="default" loading={step.isPending} onClick={() => step.mutate({ change: 'spam' })}>
        Spam
      </Button>
    </div>
  );
}
