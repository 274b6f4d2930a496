import {
  ARREARS_AGES,
  arrearsAgeLabel,
  formatMoney,
  formatPhone,
  getReminders,
  MAX_REMINDERS,
  previewReminders,
  type QueryOf,
  REMINDER_DAYS,
  REMINDER_HOURS,
  type ReminderPreview,
  reminderList,
  sendReminders,
  shownName,
} from '@banbo/contract';
import { Box, NativeSelect, Stack } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { count, counted } from '~/lib/counted.ts';
import { followBegun } from '~/lib/server-work.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './reminders.module.css';

const COLUMNS: readonly ShownColumn<typeof reminderList>[] = [
  { key: 'created_at', heading: true, oneLine: true },
  { key: 'sent_by', oneLine: true },
  { key: 'age', grows: true },
  { key: 'recipients' },
  { key: 'skipped' },
  { key: 'parts' },
  { key: 'cost' },
];

function Batches() {
  return (
    <ListScreen
      list={reminderList}
      caption="Earlier reminders"
      columns={COLUMNS}
      loading="Loading earlier reminders..."
      empty={<p>No reminder has been sent yet.</p>}
      isLive
    />
  );
}

/** The batches that were confirmed before, the newest first; asked for once they are opened. */
export function EarlierReminders() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.earlier} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Earlier reminders</summary>
      {isOpen && <Batches />}
    </details>
  );
}

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

/** How far a batch of reminders is, in words and as a bar. */
function ReminderProgress({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(batchQuery(id));
  if (error) return <LoadError message={error.message} onRetry={refetch} />;
  if (!data) return null;
  const { recipients, queued, skipped, waiting, failure } = data;
  return (
    <Box component="section" className="card" mb="md" aria-label="Reminders on their way">
      <progress max={recipients} value={recipients - waiting} aria-label="Reminders checked" />
      <p role="status">
        {waiting === 0
          ? `${queued} of ${recipients} reminders wait to go out as texts.`
          : `${recipients - waiting} of ${recipients} reminders are on their way.`}
        {skipped > 0 && ` ${skipped} left out, since they paid or claimed meanwhile.`}
      </p>
      {failure && waiting > 0 && <p role="alert">It will be tried again: {failure}</p>}
    </Box>
  );
}

/** Every text that would be sent, with whom it goes to. */
function ReminderList({ reminders }: Pick<ReminderPreview, 'reminders'>) {
  const { can } = useAbility();
  return (
    <Stack component="ol" className={styles.texts} gap="xs" mt="lg" aria-label="Texts">
      {reminders.map(({ driver_id, driver_code, fullname, mobile_number, text, parts }) => (
        <li key={driver_id} className="card">
          <p className={`row ${styles.to}`}>
            {can('drivers.read') ? (
              <Link to={`/view_driver/${driver_id}`}>{shownName(fullname)}</Link>
            ) : (
              shownName(fullname)
            )}
            <span>{driver_code}</span>
            <span>{formatPhone(mobile_number)}</span>
            <span>{parts === 1 ? '1 text' : `${parts} texts`}</span>
          </p>
          <p>{text}</p>
        </li>
      ))}
    </Stack>
  );
}

const AGES = ARREARS_AGES.filter((age): age is RemindedAge => age !== 'fees');
const USUAL_AGE: RemindedAge = 'three';

const costOf = ({ cost }: ReminderPreview): string =>
  cost === null ? 'cost unknown: the price of a text is not set' : `about ${formatMoney(cost)}`;

const UNSENT = `Texts that have not gone out after ${REMINDER_HOURS / 24} days are dropped.`;

/** When the texts go out, as far as it is known. */
const WHEN_SENT: Readonly<Record<ReminderPreview['texting'], string>> = {
  sent: 'Texts go out from 08:00 to 19:00, not on Sundays, after all others.',
  held: `Today’s text messages are used up: texts go out from tomorrow on, from 08:00 to 19:00, not on Sundays, after all others. ${UNSENT}`,
  stopped: `Text messages are stopped: none of these goes out until somebody begins sending again on the outbox’s page. ${UNSENT}`,
  'by hand': 'No service sends text messages: they wait in the outbox for staff to pass on.',
};

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

/** The sums of what would be sent, and who is left out and why. */
function Summary({ preview }: { preview: ReminderPreview }) {
  const { recipients, parts, left_out, has_more, texting } = preview;
  const long = preview.reminders.filter((one) => one.parts > 1).length;
  return (
    <Stack gap={4} mb="md">
      <p>
        <strong>{counted(recipients, 'driver')}</strong>, {counted(parts, 'text')}, {costOf(preview)}.
      </p>
      <p className="muted">
        {leftOutText(left_out)}
        {has_more && ` One batch takes ${MAX_REMINDERS} drivers; the others come next.`}
      </p>
      {long > 0 && (
        <p className={styles.waits} role="alert">
          {counted(long, 'reminder takes', 'reminders take')} more than one text message: the company’s own words are
          too long. <Link to="/message_templates">Shorten them</Link> before sending.
        </p>
      )}
      <p className={texting === 'held' || texting === 'stopped' ? styles.waits : 'muted'}>{WHEN_SENT[texting]}</p>
    </Stack>
  );
}

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
      <Summary preview={data} />
      {recipients > 0 && (
        <>
          <ChangeButton label={label} title={`${label}?`} action="Send" button={{ variant: 'filled' }} send={send}>
            {counted(parts, 'text')}, {costOf(data)}. {WHEN_SENT[data.texting]} A driver who pays or claims before their
            text is due is left out.
          </ChangeButton>
          <ReminderList reminders={data.reminders} />
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
      {batch !== null && <ReminderProgress id={batch} />}
      <Preview key={age} age={age} onSent={setBatch} />
    </>
  );
}
