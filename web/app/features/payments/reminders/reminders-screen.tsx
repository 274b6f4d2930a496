import {
  ARREARS_AGES,
  arrearsAgeLabel,
  formatMoney,
  MAX_REMINDERS,
  REMINDER_DAYS,
  REMINDER_HOURS,
  type ReminderPreview,
  sendReminders,
} from '@banbo/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Confirm } from '~/components/question/confirm.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { call } from '~/lib/api.ts';
import { count, counted } from '~/lib/counted.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { useAction } from '~/lib/use-action.ts';
import { EarlierReminders } from './earlier-reminders.tsx';
import { ReminderList } from './reminder-list.tsx';
import { ReminderProgress } from './reminder-progress.tsx';
import { previewQuery, type RemindedAge } from './reminder-queries.ts';
import styles from './reminders.module.css';

const AGES = ARREARS_AGES.filter((age): age is RemindedAge => age !== 'fees');
const USUAL_AGE: RemindedAge = 'three';

const costOf = ({ cost }: ReminderPreview): string =>
  cost === null ? 'cost unknown: no price of a text is set' : `about ${formatMoney(cost)}`;

const UNSENT = `What has not gone out after ${REMINDER_HOURS / 24} days is not sent any more.`;

/** When the texts go out, as far as it is known. */
const WHEN_SENT: Readonly<Record<ReminderPreview['texting'], string>> = {
  sent: 'Texts go out from 08:00 to 19:00, not on Sundays, after all others.',
  held: `Today’s text messages are used up: texts go out from tomorrow on, from 08:00 to 19:00, not on Sundays, after all others. ${UNSENT}`,
  stopped: `Text messages are stopped: none of these goes out until somebody begins sending again on the outbox’s page. ${UNSENT}`,
  'by hand': 'No service sends text messages: they wait in the outbox for staff to pass on.',
};

/** The sums of what would be sent, and who is left out and why. */
function Summary({ preview }: { preview: ReminderPreview }) {
  const { recipients, parts, left_out, has_more, texting } = preview;
  return (
    <div className={styles.summary}>
      <p>
        <strong>{counted(recipients, 'driver')}</strong>, {counted(parts, 'text')}, {costOf(preview)}.
      </p>
      <p>
        Left out: {counted(left_out.claim_waits, 'driver')} whose claim waits, {count(left_out.reminded)} reminded
        within {REMINDER_DAYS} days, {count(left_out.other)} whose credit pays it or whose registration was never paid.
        {has_more && ` One batch takes ${MAX_REMINDERS} drivers; the others come next.`}
      </p>
      <p data-waits={texting === 'held' || texting === 'stopped' || undefined}>{WHEN_SENT[texting]}</p>
    </div>
  );
}

function Preview({ age, onSent }: { age: RemindedAge; onSent: (batchId: string) => void }) {
  const { data, error, refetch } = useQuery(previewQuery(age));
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const send = useAction({
    run: ({ recipients, parts }: ReminderPreview) => {
      const body = { age, recipients, parts };
      return call(sendReminders, { body, idempotencyKey: key.keyFor(body) });
    },
    says: ({ message }) => message,
    onEnd: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: ['reminders'] });
    },
    onDone: ({ batch_id }) => {
      key.forget();
      onSent(batch_id);
    },
  });
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return <p role="status">Loading reminders...</p>;
  return (
    <>
      <Summary preview={data} />
      {data.recipients > 0 && (
        <>
          <Button onClick={() => setAsking(true)}>Send {counted(data.recipients, 'reminder')}</Button>
          <Confirm
            opened={asking}
            title={`Send ${counted(data.recipients, 'reminder')}?`}
            action="Send"
            busy={send.isPending}
            onConfirm={() => send.mutate(data)}
            onClose={() => setAsking(false)}
          >
            {counted(data.parts, 'text')}, {costOf(data)}. {WHEN_SENT[data.texting]} A driver who pays or claims before
            their text is due is left out.
          </Confirm>
          <ReminderList reminders={data.reminders} />
        </>
      )}
    </>
  );
}

/** Reminds drivers of an age of debts: the exact texts first, then the question, then how far it is. */
export function RemindersScreen() {
  const [address, setAddress] = useSearchParams();
  const [batch, setBatch] = useState<string | null>(null);
  const age = AGES.find((one) => one === address.get('age')) ?? USUAL_AGE;
  return (
    <>
      <NativeSelect
        className={styles.age}
        label="Drivers who owe"
        value={age}
        data={AGES.map((value) => ({ value, label: arrearsAgeLabel(value) }))}
        onChange={(event) => setAddress({ age: event.currentTarget.value }, { replace: true })}
      />
      <EarlierReminders />
      {batch !== null && <ReminderProgress id={batch} />}
      <Preview key={age} age={age} onSent={setBatch} />
    </>
  );
}
