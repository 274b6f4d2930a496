import { formatInstant, getTextsHeld, STOP_LABELS, type Stopped as StoppedMessages } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAbility } from '~/lib/ability.ts';
import { read } from '~/lib/query-client.ts';
import styles from './alarm.module.css';

const textsHeldQuery = queryOptions({
  ...read(getTextsHeld, {}),
  staleTime: 30_000,
});

/** Says that staff have stopped messages, since whoever waits for one may call. */
function Stopped({ stopped, held }: { stopped: StoppedMessages; held: number }) {
  const { can } = useAbility();
  return (
    <p role="alert" className={styles.alarm}>
      <strong>{STOP_LABELS[stopped.what]} are stopped</strong> since {formatInstant(stopped.at)} by {stopped.by}:{' '}
      {stopped.reason} {held > 0 && `${held.toLocaleString('en-GB')} wait. `}
      {can('messages.change') && <Link to="/outbox">Send again</Link>}
    </p>
  );
}

const SHARES = { all: '', codes: 'for password codes ', others: 'for all but password codes ' } as const;

const AFTER = {
  all:
    'Setup codes go out tomorrow. A code for a forgotten password goes only if it is still good by then. Somebody may be ' +
    'registering made-up drivers.',
  codes:
    'Drivers who forgot their password are told to call the office. Other texts still go out. Somebody may be asking for ' +
    'codes in the name of others.',
  others:
    'Setup codes go out tomorrow. Codes for forgotten passwords still go out today. Somebody may be registering made-up drivers.',
} as const;

const some = (number: number, one: string, more: string): string =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-GB')} ${more}`;

/** The way to see whether the newest drivers are real, or to somebody who may. */
function LookAtDrivers() {
  const { can } = useAbility();
  if (!can('drivers.read')) return ' Please tell an administrator.';
  return (
    <>
      {' '}
      Look at <Link to="/global_drivers">the newest drivers</Link>.
    </>
  );
}

function UsedUp({ usedUp, held, perDay }: { usedUp: keyof typeof AFTER; held: number; perDay: number }) {
  return (
    <p role="alert" className={styles.alarm}>
      <strong>
        Today’s {usedUp === 'all' && `${perDay.toLocaleString('en-GB')} `}text messages {SHARES[usedUp]}are used up:
      </strong>{' '}
      {some(held, 'is held back', 'are held back')}. {AFTER[usedUp]}
      {usedUp !== 'codes' && <LookAtDrivers />}
    </p>
  );
}

function WelcomesHeld({ welcomes }: { welcomes: number }) {
  const { can } = useAbility();
  return (
    <p role="alert" className={styles.alarm}>
      <strong>Far more drivers than usual registered:</strong>{' '}
      {some(welcomes, 'welcome text is held back', 'welcome texts are held back')}, since they may be made up. Each goes
      out with its driver’s first payment, or once somebody lets all of them go.
      <LookAtDrivers />
      {can('messages.change') && (
        <>
          {' '}
          If they are real, <Link to="/outbox?status=held">let their welcomes go</Link>.
        </>
      )}
    </p>
  );
}

/**
 * Says that text messages are held back because their share of the day's is used up, or because far more drivers register than
 * usual, which drivers and strangers alike can bring about.
 */
export function TextsHeld() {
  const { data } = useQuery(textsHeldQuery);
  if (!data) return null;
  const { stopped, held, used_up, per_day, welcomes } = data;
  return (
    <>
      {stopped && <Stopped stopped={stopped} held={held} />}
      {!stopped && used_up && held > 0 && <UsedUp usedUp={used_up} held={held} perDay={per_day} />}
      {welcomes > 0 && <WelcomesHeld welcomes={welcomes} />}
    </>
  );
}
