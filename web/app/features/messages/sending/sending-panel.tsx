import {
  changeSending,
  changeTextLimit,
  formatInstant,
  getSending,
  releaseWelcomes,
  type Sending,
  type SendingStop,
  STOP_LABELS,
  StopBody,
} from '@banbo/contract';
import { Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { count } from '~/lib/counted.ts';
import { checkBy } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

type Values = { per_day: string };

/** An empty field goes back to the server's limit. */
const limitOf = ({ per_day }: Values): number | null => (per_day.trim() === '' ? null : Number(per_day));

const problemOf =
  (ceiling: number) =>
  (values: Values): Record<string, string> => {
    const limit = limitOf(values);
    if (limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= ceiling)) return {};
    return { per_day: `Give a whole number from 1 to ${ceiling.toLocaleString('en-GB')}, or leave it empty.` };
  };

/** Changes the day's limit of text messages, as far as the server's. */
function TextLimit({ sending: { per_day, own_limit, ceiling } }: { sending: Sending }) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ initial: { per_day: String(own_limit ?? '') }, check: problemOf(ceiling) });
  const most = ceiling.toLocaleString('en-GB');
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Change limit…
      </Button>
      <FormQuestion
        opened={isOpen}
        title="How many text messages a day?"
        action="Save"
        form={form}
        send={(values) => change(changeTextLimit, { body: { per_day: limitOf(values) } })}
        onClose={() => setOpen(false)}
      >
        <TextInput
          {...form.input('per_day')}
          data-autofocus
          label="Text messages a day"
          description={`Now ${per_day.toLocaleString('en-GB')}. This server sends at most ${most}; leave it empty for that.`}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
        />
      </FormQuestion>
    </>
  );
}

const WHAT = (['texts', 'all'] as const).map((value) => ({ value, label: STOP_LABELS[value] }));

/** Asks what to stop and why, and stops it. */
function StopSending({ label }: { label: string }) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({ initial: { stop: 'texts', reason: '' }, check: checkBy(StopBody) });
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <FormQuestion
        opened={isOpen}
        title="Stop sending messages?"
        action="Stop"
        danger
        form={form}
        send={({ stop, reason }) => change(changeSending, { body: { stop: stop as SendingStop, reason } })}
        onClose={() => setOpen(false)}
      >
        <p>
          Sending stops within seconds, on all servers. Messages wait, and those that expire meanwhile are never sent.
          Drivers who forgot their password are told to call the office.
        </p>
        <NativeSelect mt="sm" {...form.input('stop')} data-autofocus label="What" data={WHAT} />
        <Textarea
          mt="sm"
          {...form.input('reason')}
          label="Reason"
          description="All staff see it on the dashboard."
          required
          maxLength={300}
          rows={2}
        />
      </FormQuestion>
    </>
  );
}

const REFRESH_MS = 15_000;

/** Lets all welcomes go that are held back, once somebody has said that the drivers are real. */
const ReleaseWelcomes = ({ welcomes }: { welcomes: number }) => (
  <ChangeButton
    label="Release welcomes…"
    title="Release all welcomes?"
    action="Release"
    send={() => change(releaseWelcomes, {})}
  >
    <p>
      {welcomes === 1 ? '1 text message goes' : `${count(welcomes)} text messages go`} out within minutes, each at its
      price, as far as today’s limit reaches, and none are held back for the rest of the day. Please look at{' '}
      <Link to="/global_drivers">the newest drivers</Link> first: are they real?
    </p>
  </ChangeButton>
);

const heldWords = (held: number): string =>
  held === 1 ? ' 1 text message waits.' : ` ${count(held)} text messages wait.`;

const welcomesWords = (welcomes: number): string =>
  welcomes === 0
    ? ''
    : ` Far more drivers registered than usual: ${welcomes === 1 ? '1 welcome is' : `${count(welcomes)} welcomes are`} held back.`;

/** How it stands, in a sentence or two. */
function Standing({ sending }: { sending: Sending }) {
  const { stopped, held, welcomes, per_day, sent_today, texts_are_sent, mails_are_sent } = sending;
  if (stopped) {
    return (
      <Text inherit flex="1 1 18rem" className="note" data-tone="bad" role="alert">
        <strong>{STOP_LABELS[stopped.what]} are stopped</strong> since {formatInstant(stopped.at)} by {stopped.by}:{' '}
        {stopped.reason}
        {held > 0 && heldWords(held)}
        {welcomesWords(welcomes)}
      </Text>
    );
  }
  return (
    <Text inherit flex="1 1 18rem">
      {texts_are_sent
        ? `${count(sent_today)} of today’s ${count(per_day)} text messages are sent.`
        : 'No service sends text messages: read them here and pass them on.'}
      {held > 0 && heldWords(held)}
      {welcomesWords(welcomes)}
      {!mails_are_sent && ' No service sends mail.'}
    </Text>
  );
}

/** Whether messages are sent, how many text messages a day, and what staff may change of that. */
export function SendingPanel() {
  const { can } = useAbility();
  const { data: sending } = useQuery({ ...read(getSending, {}), staleTime: 0, refetchInterval: REFRESH_MS });
  if (!sending) return null;
  return (
    <Group
      component="section"
      className="card"
      {...{ justify: 'space-between', gap: 'sm', mb: 'md', py: 'sm', fz: 'sm' }}
      aria-label="Sending"
    >
      <Standing sending={sending} />
      {can('messages.change') && (
        <Group gap="xs">
          {sending.stopped && (
            <ChangeButton
              label="Send again"
              button={{ variant: 'filled' }}
              send={() => change(changeSending, { body: { stop: 'none' } })}
            />
          )}
          {sending.welcomes > 0 && <ReleaseWelcomes welcomes={sending.welcomes} />}
          {sending.stopped?.what !== 'all' && <StopSending label={sending.stopped ? 'Stop more…' : 'Stop sending…'} />}
          <TextLimit key={String(sending.own_limit)} sending={sending} />
        </Group>
      )}
    </Group>
  );
}
