import {
  ARREARS_AGES,
  arrearsAgeLabel,
  getReminders,
  MAX_REMINDERS,
  previewReminders,
  type QueryOf,
  REMINDER_DAYS,
  type ReminderPreview,
  reminderList,
  sendReminders,
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
import { count, counted } from '~/lib/counted.ts';
import { followBegun } from '~/lib/server-work.ts';

function Batches() {
  return (
    <ListScreen
      list={reminderList}
      caption="Earlier reminders"
      columns={BATCH_COLUMNS}
      loading="Loading earlier reminders..."
      empty={<p>No reminder has been sent yet.</p>}
      isLive
    />
  );
}

/** The batches that were confirmed before, the newest first. */
export const EarlierReminders = () => (
  <EarlierBatches>
    <Batches />
  </EarlierBatches>
);

type RemindedAge = QueryOf<typeof previewReminders>['age'];

const previewQuery = (age: RemindedAge) =>
  queryOptions({
    ...read(previewReminders, { query: { age } }),
    // Others pay and remind meanwhile.
    staleTime: 0,
  });

const PACE_MS = 2000;

/** How far a batch is, asked for again while some of it waits. */
const batchQuery = (id: string) =>
  queryOptions({
    ...read(getReminders, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : PACE_MS),
  });

function BatchProgress({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(batchQuery(id));
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  return data ? <ReminderProgress of={data} /> : null;
}

const AGES = ARREARS_AGES.filter((age): age is RemindedAge => age !== 'fees');
const USUAL_AGE: RemindedAge = 'three';

/** Those who get no text and why, in a sentence; empty where nobody is left out. */
const leftOutText = ({ claim_waits, reminded, held, other }: ReminderPreview['left_out']): string => {
  const reasons = [
    { drivers: claim_waits, why: 'with a claim waiting' },
    { drivers: reminded, why: `reminded within ${REMINDER_DAYS} days` },
    { drivers: held, why: 'imported, not released yet' },
    { drivers: other, why: 'whose credit covers it or whose registration was never paid' },
  ].filter(({ drivers }) => drivers > 0);
  const parts = reasons.map(
    ({ drivers, why }, at) => `${at === 0 ? counted(drivers, 'driver') : count(drivers)} ${why}`,
  );
  return parts.length === 0 ? '' : `Left out: ${parts.join('; ')}.`;
};

function Preview({ age, onSent }: { age: RemindedAge; onSent: (batchId: string) => void }) {
  const { data, instead } = useRecord('reminders', previewQuery(age));
  const key = useIdempotencyKey();
  if (!data) return instead;
  const { recipients, parts } = data;
  const label = `Send ${counted(recipients, 'reminder')}`;
  const send = async () => {
    const body = { age, recipients, parts };
    const answer = await key.send(body, (idempotencyKey) => change(sendReminders, { body, idempotencyKey }));
    onSent(answer.batch_id);
    followBegun({ kind: 'reminders', id: answer.batch_id, name: '' });
    return answer;
  };
  return (
    <>
      <ReminderSums of={data} recipients={counted(recipients, 'driver')}>
        {leftOutText(data.left_out)}
        {data.has_more && ` One batch takes ${MAX_REMINDERS} drivers; the others come next.`}
      </ReminderSums>
      {recipients > 0 && (
        <>
          <ChangeButton label={label} title={`${label}?`} action="Send" button={{ variant: 'filled' }} send={send}>
            {counted(parts, 'text')}, {costOfReminders(data)}. {WHEN_SENT[data.texting]} A driver who pays or claims
            before their text is due is left out.
          </ChangeButton>
          <ReminderTexts
            reminders={data.reminders.map(
              ({ driver_id: id, driver_code, fullname, mobile_number, text, parts: of }) => ({
                ...{ id, code: driver_code, name: fullname, number: mobile_number, text, parts: of },
                page: `/view_driver/${id}`,
              }),
            )}
          />
        </>
      )}
    </>
  );
}

/** Reminds drivers of an age of debts: the exact texts, then the question, then how far it is. */
export function RemindersScreen() {
  const [address, setAddress] = useSearchParams();
  const [batch, setBatch] = useState<string | null>(null);
  const age = AGES.find((one) => one === address.get('age')) ?? USUAL_AGE;
  return (
    <>
      <NativeSelect
        maw="20rem"
        mb="md"
        label="Drivers who owe"
        value={age}
        data={AGES.map((value) => ({ value, label: arrearsAgeLabel(value) }))}
        onChange={(event) => setAddress({ age: event.currentTarget.value }, { replace: true })}
      />
      <EarlierReminders />
      {batch !== null && <BatchProgress id={batch} />}
      <Preview key={age} age={age} onSent={setBatch} />
    </>
  );
}
