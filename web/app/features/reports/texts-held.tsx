import { formatInstant, getTextsHeld, STOP_LABELS, type Stopped as StoppedMessages } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import styles from './alarm.module.css';

const textsHeldQuery = queryOptions({
  queryKey: ['outbox', 'held'],
  queryFn: ({ signal }) => call(getTextsHeld, { signal }),
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

/** Says that text messages are held back because the day's are used up, which drivers and strangers alike can bring about. */
export function TextsHeld() {
  const { can } = useAbility();
  const { data } = useQuery(textsHeldQuery);
  if (data?.stopped) return <Stopped stopped={data.stopped} held={data.held} />;
  if (!data?.held) return null;
  const held = data.held === 1 ? '1 is held back' : `${data.held.toLocaleString('en-GB')} are held back`;
  return (
    <p role="alert" className={styles.alarm}>
      <strong>Today’s {data.per_day.toLocaleString('en-GB')} text messages are used up:</strong> {held}. Setup codes go
      out tomorrow. A code for a forgotten password goes only if it is still good by then. Somebody may be registering
      made-up drivers
      {can('drivers.read') ? (
        <>
          : look at <Link to="/global_drivers">the newest drivers</Link>.
        </>
      ) : (
        '. Please tell an administrator.'
      )}
    </p>
  );
}
