import { IncidentCall, type IncidentGrade, MAX_PHONE_LENGTH, raiseByCall } from '@banbo/contract';
import { Box, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import styles from '../board.module.css';
import { useBoardKey } from '../board-keys.ts';
import { CarChoice, GradeChoice } from './call-fields.tsx';
import { useBoardDraft } from './drafts.ts';

/** `driver_name` says who was chosen, and is not sent. */
const EMPTY = { grade: '', driver_id: '', driver_name: '', caller_name: '', caller_phone: '', place: '' };

const bodyOf = ({ grade, driver_id, caller_name, caller_phone, place }: typeof EMPTY): IncidentCall => ({
  ...{ grade: (grade || 'sos') as IncidentGrade, caller_name, caller_phone: caller_phone.trim(), place },
  ...(driver_id !== '' && { driver_id }),
});

/** Writes down a call for help that came by phone, also of somebody who is no member. */
export function WriteCall() {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const check = checkBy(IncidentCall);
  const form = useForm({ initial: EMPTY, check: (values) => check(bodyOf(values)) });
  const drop = useBoardDraft('call', form);
  useBoardKey(['c'], () => setOpened(true), 'Write down a call');
  return (
    <>
      <Button variant="default" aria-keyshortcuts="c" onClick={() => setOpened(true)}>
        Write down a call…
        <kbd className={styles.key} aria-hidden>
          c
        </kbd>
      </Button>
      <FormQuestion
        opened={opened}
        title="Who calls for help?"
        action="Write it down"
        form={form}
        send={async (values) => {
          const body = bodyOf(values);
          const answer = await change(raiseByCall, { body, idempotencyKey: form.retryKey.keyFor(body) });
          drop();
          void navigate(`/response_request/${answer.incident_id}`, { preventScrollReset: true });
          return answer;
        }}
        onClose={() => setOpened(false)}
      >
        <p>It comes to the board as acknowledged by you, and joins what is open for the same car.</p>
        <Box mt="sm">
          <CarChoice form={form} />
        </Box>
        <GradeChoice form={form} />
        <TextInput mt="sm" {...form.input('caller_name')} label="Caller’s name" maxLength={120} autoComplete="off" />
        <TextInput
          mt="sm"
          {...form.input('caller_phone')}
          label="Caller’s phone"
          type="tel"
          maxLength={MAX_PHONE_LENGTH}
          autoComplete="off"
        />
        <TextInput
          mt="sm"
          {...form.input('place')}
          label="Place"
          placeholder="Kwame Nkrumah Circle, before the filling station"
          maxLength={300}
          autoComplete="off"
        />
      </FormQuestion>
    </>
  );
}
