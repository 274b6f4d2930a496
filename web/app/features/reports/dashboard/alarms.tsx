import {
  factsInWords,
  feedOutageText,
  formatInstant,
  getServerClock,
  getTextsHeld,
  isWithoutAccount,
  STOP_LABELS,
  type Stopped as StoppedMessages,
  trustServerClock,
} from '@banbo/contract';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './dashboard.module.css';
import { dashboardQuery } from './dashboard-queries.tsx';

const textsHeldQuery = { ...read(getTextsHeld, {}), staleTime: 30_000 };

const Alarm = ({ children }: { children: ReactNode }) => (
  <Box role="alert" className="note" mb="sm" fz="sm">
    {children}
  </Box>
);

/** Says that staff stopped messages: drivers may call about one. */
function Stopped({ stopped, held }: { stopped: StoppedMessages; held: number }) {
  const { can } = useAbility();
  return (
    <Alarm>
      <strong>{STOP_LABELS[stopped.what]} are stopped</strong> since {formatInstant(stopped.at)} by {stopped.by}:{' '}
      {stopped.reason} {held > 0 && `${count(held)} wait. `}
      {can('messages.change') && <Link to="/outbox">Send again</Link>}
    </Alarm>
  );
}

const SHARES = { all: '', codes: 'for password codes ', others: 'for all but password codes ' } as const;

const AFTER = {
  all: 'Setup codes go out tomorrow. A code for a forgotten password goes only if it is still good by then. Somebody may be registering made-up drivers.',
  codes:
    'Drivers who forgot their password are told to call the office. Other texts still go out. Somebody may be asking for codes in the name of others.',
  others:
    'Setup codes go out tomorrow. Codes for forgotten passwords still go out today. Somebody may be registering made-up drivers.',
} as const;

/** Leads to the newest drivers, or to an administrator. */
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
    <Alarm>
      <strong>
        Today’s {usedUp === 'all' && `${count(perDay)} `}text messages {SHARES[usedUp]}are used up:
      </strong>{' '}
      {counted(held, 'is held back', 'are held back')}. {AFTER[usedUp]}
      {usedUp !== 'codes' && <LookAtDrivers />}
    </Alarm>
  );
}

function WelcomesHeld({ welcomes }: { welcomes: number }) {
  const { can } = useAbility();
  return (
    <Alarm>
      <strong>Far more drivers than usual registered:</strong>{' '}
      {counted(welcomes, 'welcome text is held back', 'welcome texts are held back')}, since they may be made up. Each
      goes out with its driver’s first payment, or once somebody releases them all.
      <LookAtDrivers />
      {can('messages.change') && (
        <>
          {' '}
          If they are real, <Link to="/outbox?status=held">release their welcomes</Link>.
        </>
      )}
    </Alarm>
  );
}

/**
 * Says that text messages are held back: their share of the day is used up, or far more drivers
 * register than usual. Strangers can cause both.
 */
export function TextsHeldNotice() {
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

/**
 * The line of emergencies: in red when calls for help wait or nobody would hear one. It stands
 * also when all is well, so that nothing on the page moves as it turns.
 */
export function EmergencyLine() {
  const { can } = useAbility();
  // Nobody tells when the last page with the board closes.
  const { data } = useQuery({ ...dashboardQuery, refetchInterval: 60_000 });
  if (!can('incidents.read')) return null;
  const { open, unacknowledged, watching } = data?.emergencies ?? { open: 0, unacknowledged: 0, watching: 0 };
  const board = (
    <Link to="/response_request" className={styles.board}>
      Response Requests
    </Link>
  );
  if (!data?.emergencies || (unacknowledged === 0 && watching > 0))
    return (
      <Box className={`note ${styles.emergencies}`} mb="sm" fz="sm">
        {data?.emergencies ? (
          <>
            Emergencies: {open === 0 ? 'none open' : `${count(open)} open`}, {count(watching)} at the board. {board}
          </>
        ) : (
          <span className="visually-hidden">Loading the emergencies...</span>
        )}
      </Box>
    );
  return (
    <Box role="alert" className={`note ${styles.emergencies}`} data-tone="bad" mb="sm" fz="sm">
      <strong>
        {unacknowledged > 0
          ? `${counted(unacknowledged, 'call for help is', 'calls for help are')} not acknowledged.`
          : 'Nobody is on shift for emergencies.'}
      </strong>{' '}
      {unacknowledged > 0 && watching === 0 && 'Nobody is on shift. '}
      {board}
    </Box>
  );
}

/** The first line while the company's own facts are not entered: it says what to do. */
export function SetupLine() {
  const { can } = useAbility();
  const setup = useQuery(dashboardQuery).data?.setup;
  if (!setup) return null;
  const { missing, waiting } = setup;
  const isClosed = isWithoutAccount(setup);
  return (
    <Box role="alert" className="note" data-tone={isClosed ? 'bad' : undefined} mb="sm" fz="sm">
      {isClosed && <strong>Payments are not open yet. </strong>}
      {missing.length > 0 &&
        (can('site.change') ? (
          <>
            Please enter the company’s {factsInWords(missing)} under <Link to="/general_setup">General Setup</Link>.{' '}
          </>
        ) : (
          `An administrator has to enter the company’s ${factsInWords(missing)}. `
        ))}
      {waiting.length > 0 && `Waiting for another person’s approval: ${factsInWords(waiting)}. `}
      {waiting.length > 0 && can('approvals.read') && <Link to="/approvals">Approvals</Link>}
    </Box>
  );
}

/** Says in red that trackers do not report, and why where that is known. */
export function FeedsAlarm() {
  const feeds = useQuery(dashboardQuery).data?.feeds;
  if (!feeds) return null;
  return (
    <Box role="alert" className="note" data-tone="bad" mb="sm" fz="sm">
      <strong>{feedOutageText(feeds)}</strong> No tracker that is silent can call for help.{' '}
      <Link to="/unknown_trackers">Feeds of trackers</Link>
    </Box>
  );
}

const serverClockQuery = { ...read(getServerClock, {}), staleTime: 30_000, refetchInterval: 60_000 };

/** Trusts the clock, after asking. */
const TrustClock = ({ reads }: { reads: string }) => (
  <ChangeButton
    label="The clock is right"
    title={`Is it ${formatInstant(reads)}?`}
    action="Yes, the clock is right"
    button={{ size: 'compact-sm', mt: 'xs' }}
    send={() => change(trustServerClock, { body: { reads } })}
  >
    Compare it with your phone or watch. If you say yes, everything that is due by that time is rejected, archived or
    removed. Not all of that can be taken back.
  </ChangeButton>
);

/** Asks a person whether the server's clock, which went far ahead, is right. */
export function ServerClockAlarm() {
  const { can } = useAbility();
  const held = useQuery(serverClockQuery).data?.held;
  if (!held) return null;
  return (
    <Alarm>
      <p>
        <strong>The server’s clock may be wrong.</strong> It says {formatInstant(held.reads)}. It was last right on{' '}
        {formatInstant(held.seen_at)}: since then the server was off, or its clock was changed. Nothing is rejected,
        archived or removed, and no prompt is sent, until somebody says that it is right.
        {!can('jobs.read') && ' Please tell an administrator.'}
      </p>
      {can('jobs.read') && <TrustClock reads={held.reads} />}
    </Alarm>
  );
}
