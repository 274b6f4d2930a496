import {
  CASE_OUTCOME_LABELS,
  CaseReopening,
  CaseResolution,
  COURT_CASE_MOVES,
  type CourtCaseRecord,
  followCourtCase,
  reopenCourtCase,
  resolveCourtCase,
  today,
} from '@banbo/contract';
import { Button, Checkbox, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DateField } from '~/components/form/date-field.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeButton, StateActions } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { type FormValues, useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { ChangeCase, orderName } from './case-questions.tsx';
import { selectChoices } from './case-values.ts';

type Props = { of: CourtCaseRecord };

/** Resolves a case, and lifts by the same decision what stands. */
function Resolve({ of: { id, suit_number, version, orders } }: Props) {
  const [opened, setOpened] = useState(false);
  const standing = orders.filter(({ stands }) => stands);
  const bodyOf = ({ lifts, ...values }: FormValues) =>
    ({ ...values, version, lifts: lifts === true ? standing.map((order) => order.id) : [] }) as CaseResolution;
  const form = useForm<FormValues>({
    initial: { outcome: '', day: today(), words: '', lifts: false },
    check: (values) => checkBy(CaseResolution)(bodyOf(values)),
  });
  return (
    <>
      <Button onClick={() => setOpened(true)}>Resolve…</Button>
      <FormQuestion
        opened={opened}
        title={`Resolve ${suit_number}?`}
        action="Resolve it"
        form={form}
        send={(values) => change(resolveCourtCase, { params: { id }, body: bodyOf(values) })}
        onClose={() => setOpened(false)}
      >
        <p>The case stands against its plots no longer. Hearings that are ahead are cancelled.</p>
        <NativeSelect
          mt="sm"
          {...form.input('outcome')}
          label="Outcome"
          required
          data={selectChoices(CASE_OUTCOME_LABELS)}
        />
        <DateField mt="sm" {...form.input('day')} label="Day of the decision" required max={today()} />
        <Textarea mt="sm" {...form.input('words')} label="The decision" required rows={3} maxLength={1000} />
        {standing.length > 0 && (
          <>
            <Text mt="sm">Still standing: {standing.map(orderName).join('; ')}.</Text>
            <Checkbox
              mt="sm"
              label="These are lifted by it"
              error={form.errors.lifts}
              checked={form.values.lifts === true}
              onChange={(event) => form.setFieldValue('lifts', event.currentTarget.checked)}
            />
          </>
        )}
      </FormQuestion>
    </>
  );
}

/** The changes of a case's state, and what the desk does with it. */
export function CaseActions({ of }: Props) {
  const { can } = useAbility();
  const { id, status, suit_number, version, is_followed_by_me, followed_by } = of;
  const params = { id };
  return (
    <Group gap="sm">
      {can('land.approve') && (
        <StateActions
          status={status}
          changes={COURT_CASE_MOVES}
          words={{
            resolve: <Resolve key="resolve" of={of} />,
            reopen: {
              label: 'Reopen…',
              question: {
                ...{ title: `Reopen ${suit_number}?`, action: 'Reopen it', danger: false },
                reason: { schema: CaseReopening.omit({ version: true }), seenBy: 'Stands on the page of the case.' },
                text: 'It stands against its plots again. Orders that were lifted stay lifted.',
              },
            },
          }}
          send={(_, reason) => change(reopenCourtCase, { params, body: { reason, version } })}
        />
      )}
      {can('land.write') && status === 'pending' && <ChangeCase key={version} of={of} />}
      {can('land.write') && status === 'pending' && !is_followed_by_me && (
        <ChangeButton
          label="Follow it myself"
          title={`Follow ${suit_number}?`}
          action="Follow it"
          send={() => change(followCourtCase, { params })}
        >
          <p>You are reminded of its hearings, in place of {followed_by}.</p>
        </ChangeButton>
      )}
    </Group>
  );
}
