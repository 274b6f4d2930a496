import {
  MAX_RENT_REMINDERS,
  previewRentReminders,
  RENT_AGE_LABELS,
  RENT_AGES,
  RENT_REMINDER_DAYS,
  type RentAge,
  type RentReminderPreview,
  rentReminderList,
  sendRentReminders,
  showRentReminders,
} from '@banbo/contract';
import { NativeSelect } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import {
  BATCH_COLUMNS,
  costOfReminders,
  EarlierBatches,
  ReminderProgress,
  ReminderSums,
  ReminderTexts,
  WHEN_SENT,
} from '~/components/reminders/reminder-parts.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';

// Others pay and remind meanwhile.
const previewOf = (age: RentAge) => queryOptions({ ...read(previewRentReminders, { query: { age } }), staleTime: 0 });

const PACE_MS = 2000;

/** How far a batch is, asked for again while some of it waits. */
function Progress({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(
    queryOptions({
      ...read(showRentReminders, { params: { id } }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : PACE_MS),
    }),
  );
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  return data ? <ReminderProgress of={data} /> : null;
}

/** Those who get no text and why, in a sentence; empty where nobody is left out. */
const leftOut = ({ payment_waits, reminded, no_number }: RentReminderPreview['left_out']): string => {
  const reasons = [
    [payment_waits, 'for whom a payment waits'],
    [reminded, `reminded within ${RENT_REMINDER_DAYS} days`],
    [no_number, 'without a mobile number'],
  ] as const;
  const parts = reasons.flatMap(([tenants, why]) => (tenants > 0 ? [`${counted(tenants, 'tenant')} ${why}`] : []));
  return parts.length === 0 ? '' : `Left out: ${parts.join('; ')}.`;
};

function Preview({ age, onSent }: { age: RentAge; onSent: (batchId: string) => void }) {
  const { data, instead } = useRecord('reminders', previewOf(age));
  const key = useIdempotencyKey();
  if (!data) return instead;
  const { recipients, parts } = data;
  const without = leftOut(data.left_out);
  if (recipients === 0) return <p>Nobody who owes ground rent of this age is to be reminded. {without}</p>;
  const label = `Send ${counted(recipients, 'reminder')}`;
  const send = async () => {
    const body = { age, recipients, parts };
    const answer = await key.send(body, (idempotencyKey) => change(sendRentReminders, { body, idempotencyKey }));
    onSent(answer.batch_id);
    return answer;
  };
  return (
    <>
      <ReminderSums of={data} recipients={counted(recipients, 'tenant')}>
        {without}
        {data.has_more && ` One batch takes ${MAX_RENT_REMINDERS} tenants; the others come next.`}
      </ReminderSums>
      <ChangeButton label={label} title={`${label}?`} action="Send" button={{ variant: 'filled' }} send={send}>
        {counted(parts, 'text')}, {costOfReminders(data)}. {WHEN_SENT[data.texting]} A tenant who pays before their text
        is due is left out.
      </ChangeButton>
      <ReminderTexts
        reminders={data.reminders.map(({ tenant_id, tenant_code, fullname, contact_number, ...text }) => ({
          ...{ id: tenant_id, code: tenant_code, name: fullname, page: `/tenants/${tenant_id}` },
          ...{ number: contact_number, ...text },
        }))}
      />
    </>
  );
}

/** Reminds tenants of ground rent by its age: the texts, the question, how far it is. */
export function RentRemindersScreen() {
  const [address, setAddress] = useSearchParams();
  const [batch, setBatch] = useState<string | null>(null);
  const age = RENT_AGES.find((one) => one === address.get('age')) ?? 'three';
  return (
    <>
      <NativeSelect
        maw="20rem"
        mb="md"
        label="Tenants who owe"
        value={age}
        data={RENT_AGES.map((value) => ({ value, label: RENT_AGE_LABELS[value] }))}
        onChange={(event) => setAddress({ age: event.currentTarget.value }, { replace: true })}
      />
      <EarlierBatches>
        <ListScreen
          list={rentReminderList}
          caption="Earlier reminders"
          columns={BATCH_COLUMNS}
          loading="Loading earlier reminders..."
          empty={<p>No reminder has been sent yet.</p>}
          isLive
        />
      </EarlierBatches>
      {batch !== null && <Progress id={batch} />}
      <Preview key={age} age={age} onSent={setBatch} />
    </>
  );
}
