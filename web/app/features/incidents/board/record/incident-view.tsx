import {
  INCIDENT_GRADE_LABELS,
  INCIDENT_STATUS_LABELS,
  type IncidentRecord,
  isOpenIncident,
  showIncident,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DriverPhoto } from '~/components/record/driver-photo.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { isNotFound } from '~/lib/api/api.ts';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useIsLeaving } from '~/lib/use-is-leaving.ts';
import { statusTone } from '../../status-tone.ts';
import { IncidentActions } from '../answering/incident-actions.tsx';
import styles from '../board.module.css';
import { clockText, useServerNow } from '../clock.ts';
import { callText } from '../incident-lines.tsx';
import { ringWords } from '../incident-words.ts';
import { CallButtons } from './call-buttons.tsx';
import { IncidentFacts } from './incident-facts.tsx';
import { IncidentPlaces } from './incident-places.tsx';
import { Packs } from './packs.tsx';
import { Scans } from './scans.tsx';
import { Strangers } from './strangers.tsx';
import { TeamsSent } from './teams-sent.tsx';
import { TimeLine } from './time-line.tsx';

/** Milliseconds between two reads of an open incident: a car moves without a word on the board. */
const READ_MS = 8_000;

function Head({ incident, now }: { incident: IncidentRecord; now: number }) {
  const { can } = useAbility();
  const { number, grade, status, is_drill, is_known, waiting, driver, driver_id, driver_code, fullname } = incident;
  return (
    <header className={styles.head}>
      {driver && driver_id !== null && (
        <DriverPhoto id={driver_id} name={fullname} photo={driver.photo} size="3.5rem" />
      )}
      <div className={styles.names}>
        <h2 className={styles.title}>{callText(incident)}</h2>
        <p className={styles.soft}>
          {INCIDENT_GRADE_LABELS[grade]} {number}
          {driver_id !== null && ' · '}
          {driver_id !== null &&
            (can('drivers.read') ? <Link to={`/view_driver/${driver_id}`}>{driver_code}</Link> : driver_code)}
          {driver?.is_removed && ' · this driver’s record was removed'}
        </p>
        <p className={styles.states}>
          {is_drill && <span className={styles.drill}>DRILL</span>}
          {!is_known && waiting === null && <span className={styles.drill}>UNKNOWN PHONE</span>}
          <StatusBadge tone={statusTone(status)}>{INCIDENT_STATUS_LABELS[status]}</StatusBadge>
          <span className={styles.soft}>
            {isOpenIncident(status) && `${clockText(now - Date.parse(incident.raised_at))} since it was raised`}
            {ringWords(incident, now) && `${isOpenIncident(status) ? ' · ' : ''}${ringWords(incident, now)}`}
          </span>
        </p>
      </div>
    </header>
  );
}

/** A call for help with all that an answer needs, and what can be done. */
export function IncidentView({ id, mayAnswer }: { id: string; mayAnswer: boolean }) {
  const { can } = useAbility();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...read(showIncident, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isOpenIncident(state.data.status) ? false : READ_MS),
  });
  const now = useServerNow(data?.at, dataUpdatedAt);
  const isLeaving = useIsLeaving();
  if (!data) {
    if (!error) return <p role="status">Loading the emergency...</p>;
    return <LoadError message={error.message} onRetry={refetch} isMissing={isNotFound(error)} isPart />;
  }
  return (
    <article
      className={styles.record}
      aria-label={`${INCIDENT_GRADE_LABELS[data.grade]} ${data.number}`}
      inert={isLeaving}
    >
      <div className={styles.main}>
        <Head incident={data} now={now} />
        {error && (
          <p className="note" data-tone="bad" role="alert">
            This may be out of date: {error.message}
          </p>
        )}
        {mayAnswer && <IncidentActions incident={data} />}
        <TeamsSent incident={data} now={now} mayAnswer={mayAnswer} />
        <Strangers incident={data} mayAnswer={mayAnswer} />
        <Scans incident={data} mayRelease={data.private !== null} />
        <div className={`${styles.buttons} ${styles.calls}`}>
          <CallButtons of={data} />
          {data.driver_id !== null && can('tracking.read') && (
            <Button component={Link} to={`/tracker_map?car=${data.driver_id}`} variant="default">
              Tracker map
            </Button>
          )}
        </div>
        {data.private && <IncidentPlaces id={data.id} number={data.number} known={data.private} now={now} />}
        <div className={styles.facts}>
          <IncidentFacts incident={data} />
          {data.private && <Packs id={data.id} number={data.number} />}
        </div>
      </div>
      <TimeLine incident={data} mayAnswer={mayAnswer} />
    </article>
  );
}
