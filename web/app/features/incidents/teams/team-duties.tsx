import { addDuty, deleteDuty, formatInstant, listDuties, type ResponseTeam } from '@banbo/contract';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeButton, IN_ROW } from '~/components/record/record-actions.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useToday } from '~/lib/use-today.ts';
import { dutyOf } from './team-values.ts';

type Props = { team: ResponseTeam; opened: boolean; onClose: () => void };

/** Puts a team on duty on a day. */
function AddDuty({ team, opened, onClose }: Props) {
  const today = useToday();
  const form = useForm({
    initial: { day: today ?? '', from: '06:00', until: '18:00' },
    check: (values) => {
      const errors = checkBy(addDuty.schema.body)(dutyOf(values)) as Record<string, string>;
      if (values.day === '') return { day: 'Please give the day.' };
      return errors.starts_at || errors.ends_at ? { from: errors.ends_at ?? 'Please give both times.' } : {};
    },
  });
  return (
    <FormQuestion
      opened={opened}
      title={`Put ${team.name} on duty`}
      action="Put on duty"
      form={form}
      send={(values) => {
        const body = dutyOf(values);
        return change(addDuty, { params: { id: team.id }, body, idempotencyKey: form.retryKey.keyFor(body) });
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <DateField {...form.input('day')} label="Day" required />
        <Group gap="sm" align="flex-start">
          <TextInput {...form.input('from')} type="time" label="From" required />
          <TextInput {...form.input('until')} type="time" label="Until" required />
        </Group>
        <p className="muted small">A duty that ends at or before its start ends on the next day.</p>
      </Stack>
    </FormQuestion>
  );
}

/** A team's duties that have not ended. */
function DutyList({ team, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Duties of ${team.name}`} centered>
      <RecordLoaded of="duties" query={{ ...read(listDuties, { params: { id: team.id } }), staleTime: 0 }}>
        {({ duties }) =>
          duties.length === 0 ? (
            <p>No duty is planned.</p>
          ) : (
            <ul className="ruled" aria-label={`Duties of ${team.name}`}>
              {duties.map(({ id, starts_at, ends_at }) => (
                <li key={id}>
                  <Group justify="space-between" gap="xs">
                    <span>
                      {formatInstant(starts_at)} to {formatInstant(ends_at)}
                    </span>
                    <ChangeButton
                      label="Take off duty"
                      of={`duty from ${formatInstant(starts_at)}`}
                      button={IN_ROW}
                      send={() => change(deleteDuty, { params: { id } })}
                    />
                  </Group>
                </li>
              ))}
            </ul>
          )
        }
      </RecordLoaded>
    </Modal>
  );
}

/** The buttons for a team's duties. */
export function TeamDuties({ team }: { team: ResponseTeam }) {
  const [open, setOpen] = useState<'add' | 'list' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen('add')}>
        Put on duty…<span className="visually-hidden"> {team.name}</span>
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setOpen('list')}>
        Duties…<span className="visually-hidden"> of {team.name}</span>
      </Button>
      <AddDuty team={team} opened={open === 'add'} onClose={close} />
      <DutyList team={team} opened={open === 'list'} onClose={close} />
    </>
  );
}
