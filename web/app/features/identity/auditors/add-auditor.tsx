import { type AnswerOf, MAX_AUDITOR_DAYS, NewAuditor, openAuditor } from '@banbo/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { AuditorLink } from './auditor-link.tsx';

const EMPTY = { fullname: '', email: '', mobile_number: '', days: '14' };

/** Days that are no whole number are refused at their field. */
const bodyOf = ({ days, ...entered }: typeof EMPTY) => ({
  ...entered,
  days: /^\d{1,4}$/.test(days.trim()) ? Number(days) : Number.NaN,
});

type Opened = AnswerOf<typeof openAuditor>;

function Form({ onOpened }: { onOpened: (answer: Opened) => void }) {
  const check = checkBy(NewAuditor);
  const form = useForm({ initial: EMPTY, check: (entered) => check(bodyOf(entered)), keyName: 'banbo-auditor-key' });
  const send = (entered: typeof EMPTY) => {
    const body = bodyOf(entered);
    return change(openAuditor, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action="Open the sign-in"
      cancel="/auditors"
      then={onOpened}
      unsaved="This sign-in is not open yet. Leaving this page loses what you typed."
    >
      <TextInput {...form.input('fullname')} label="Name" required autoComplete="off" />
      <TextInput
        {...form.input('days')}
        label="Days"
        description={`From now on, at most ${MAX_AUDITOR_DAYS}`}
        required
        inputMode="numeric"
      />
      <TextInput
        {...form.input('email')}
        label="E-mail"
        description="Or a mobile number"
        type="email"
        autoComplete="off"
      />
      <TextInput {...form.input('mobile_number')} label="Mobile Number" type="tel" autoComplete="off" />
    </RecordForm>
  );
}

export function AddAuditor() {
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened) {
    return (
      <Page title="Sign-in opened" lead={opened.message}>
        <AuditorLink invited={opened} />
        <Link to="/auditors">See all auditors</Link>
      </Page>
    );
  }
  return (
    <Page lead="They see the books for these days and change nothing. Phone numbers in texts are hidden; papers are as they were attached.">
      <Form onOpened={setOpened} />
    </Page>
  );
}
