import { type IncidentGrade, NewDrill, startDrill } from '@banbo/contract';
import { Box } from '@mantine/core';
import { useNavigate } from 'react-router';
import { FormButton } from '~/components/question/confirm.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { CarChoice, GradeChoice } from './call-fields.tsx';

const EMPTY = { grade: '', driver_id: '', driver_name: '' };

const bodyOf = ({ grade, driver_id }: typeof EMPTY): NewDrill => ({
  ...{ grade: (grade || 'sos') as IncidentGrade, driver_id },
});

/** Starts a drill, which looks and rings like a call for help. */
export function StartDrill() {
  const navigate = useNavigate();
  const check = checkBy(NewDrill);
  const form = useForm({
    initial: EMPTY,
    check: (values) => (values.driver_id === '' ? { driver_id: 'Please choose a car.' } : check(bodyOf(values))),
  });
  return (
    <FormButton
      label="Start a drill…"
      title="Start a drill?"
      action="Start the drill"
      form={form}
      send={async (values) => {
        const body = bodyOf(values);
        const answer = await change(startDrill, { body, idempotencyKey: form.retryKey.keyFor(body) });
        void navigate(`/response_request/${answer.incident_id}`, { preventScrollReset: true });
        return answer;
      }}
    >
      <p>
        It rings like a call for help and is marked as a drill everywhere. The driver hears nothing of it, and only a
        team that you send gets a text message.
      </p>
      <Box mt="sm">
        <CarChoice form={form} />
      </Box>
      <GradeChoice form={form} />
    </FormButton>
  );
}
