import { changeSending, formatInstant, getSending, releaseWelcomes, type Sending, STOP_LABELS } from '@banbo/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Confirm } from '~/components/question/confirm.tsx';
import { useAbility } from '~/lib/ability.ts';
import { count } from '~/lib/counted.ts';
import { change, read } from '~/lib/query-client.ts';
import { useAction } from '~/lib/use-action.ts';
import { StopSending } from './stop-sending.tsx';
import { TextLimit } from './text-limit.tsx';

const REFRESH_MS = 15_000;

/** Lets all welcomes go that are held back, once somebody has said that the drivers are real. */
function ReleaseWelcomes({ welcomes }: { welcomes: number }) {
  const [isOpen, setOpen] = useState(false);
  const release = useAction({
    run: () => change(releaseWelcomes, {}),
    says: ({ message }) => message,
    onEnd: () => {
      setOpen(false);
    },
  });
  const many = welcomes.toLocaleString('en-GB');
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        Let welcomes go…
      </Button>
      <Confirm
        opened={isOpen}
        title="Let all welcomes go?"
        action="Let go"
        busy={release.isPending}
        onConfirm={() => release.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>
          {welcomes === 1 ? '1 text message goes' : `${many} text messages go`} out within minutes, each at its price,
          as far as today’s limit reaches, and none are held back for the rest of the day. Please look at{' '}
          <Link to="/global_drivers">the newest drivers</Link> first: are they real?
        </p>
      </Confirm>
    </>
  );
}

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
  const start = useAction({
    run: () => change(changeSending, { body: { stop: 'none' } }),
    says: ({ message }) => message,
  });
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
            <Button size="sm" loading={start.isPending} onClick={() => start.mutate()}>
              Send again
            </Button>
          )}
          {sending.welcomes > 0 && <ReleaseWelcomes welcomes={sending.welcomes} />}
          {sending.stopped?.what !== 'all' && <StopSending label={sending.stopped ? 'Stop more…' : 'Stop sending…'} />}
          <TextLimit key={String(sending.own_limit)} sending={sending} />
        </Group>
      )}
    </Group>
  );
}
