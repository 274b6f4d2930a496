import type { ContactRecord } from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { peopleQuery } from './contact-queries.ts';
import { useContactStep } from './use-contact-step.ts';

/** Gives a message to somebody who may answer it. */
export function AssignMessage({ record }: { record: ContactRecord }) {
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
