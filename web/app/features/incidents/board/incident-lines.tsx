import {
  type BoardIncident,
  feedOutageText,
  INCIDENT_GRADE_LABELS,
  INCIDENT_SOURCE_LABELS,
  INCIDENT_STATUS_LABELS,
  type IncidentBoard,
  MOST_ON_BOARD,
  shownName,
  spanText,
} from '@banbo/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '~/components/trouble/states.tsx';
import { counted } from '~/lib/counted.ts';
import styles from './board.module.css';
import { clockText } from './clock.ts';
import { ringWords, teamWords } from './incident-words.ts';

type LineProps = { incident: BoardIncident; now: number; isChosen: boolean; isRinging: boolean };

/** The car and the person in a line, as far as they are known. */
export const callerText = ({ car_number, fullname }: Pick<BoardIncident, 'car_number' | 'fullname'>): string =>
  [car_number, shownName(fullname)].filter(Boolean).join(' · ') || 'Caller not known';

/** The caller of an incident, or how many calls wait in a queue of strangers. */
export const callText = (incident: Pick<BoardIncident, 'waiting' | 'car_number' | 'fullname'>): string =>
  incident.waiting === null
    ? callerText(incident)
    : counted(incident.waiting, 'call of an unknown phone', 'calls of unknown phones');

function IncidentLine({ incident, now, isChosen, isRinging }: LineProps) {
  const { id, number, grade, status, source, place, is_drill, is_known, raised_at } = incident;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li>
      <Link
        ref={link}
        to={`/response_request/${id}`}
        className={styles.line}
        data-status={status}
        data-rings={isRinging || undefined}
        aria-current={isChosen || undefined}
        preventScrollReset
      >
        <span className={styles.lineHead}>
          <strong>
            {INCIDENT_GRADE_LABELS[grade]} · {INCIDENT_STATUS_LABELS[status].toLowerCase()}
          </strong>
          <time className={styles.age} dateTime={raised_at}>
            {clockText(now - Date.parse(raised_at))}
          </time>
          {is_drill && <span className={styles.drill}>DRILL</span>}
          {!is_known && incident.waiting === null && <span className={styles.drill}>UNKNOWN PHONE</span>}
        </span>
        <strong>{callText(incident)}</strong>
        <span className={styles.soft}>
          {number} · {INCIDENT_SOURCE_LABELS[source]}
          {place && ` · ${place}`}
        </span>
        <span className={styles.soft}>{ringWords(incident, now)}</span>
        {incident.teams.map((out) => (
          <span key={out.team} className={styles.soft} data-late={Date.parse(out.check_in_at) < now || undefined}>
            {teamWords(out, now)}
          </span>
        ))}
      </Link>
    </li>
  );
}

const figuresText = ({ raised, false_alarms, median_seconds }: IncidentBoard['today']): string =>
  [
    `Today: ${raised} raised`,
    ...(median_seconds === null ? [] : [`half acknowledged within ${spanText(median_seconds * 1_000)}`]),
    `${false_alarms} false ${false_alarms === 1 ? 'alarm' : 'alarms'}`,
  ].join(' · ');

type Props = { board: IncidentBoard; now: number; chosen: string; ringing: ReadonlySet<string> };

/** The open incidents, those that ring first, with the figures of today. */
export function IncidentLines({ board, now, chosen, ringing }: Props) {
  const { incidents, is_cut, feeds, today } = board;
  const queue = incidents.find(({ waiting }) => waiting !== null);
  return (
    <section className={styles.list} aria-label="Open emergencies">
      {queue && (
        <p className="note" data-tone="bad" role="alert">
          Many unknown phones call. {counted(queue.waiting ?? 0, 'call waits', 'calls wait')} in{' '}
          <Link to={`/response_request/${queue.id}`}>{queue.number}</Link>, which rings as one. Known callers ring by
          themselves.
        </p>
      )}
      {incidents.length === 0 && (
        <EmptyState>
          <p>Nobody needs help right now. A call for help shows here and rings.</p>
        </EmptyState>
      )}
      <ul className={styles.lines} aria-label="Open emergencies">
        {incidents.map((incident) => (
          <IncidentLine
            key={incident.id}
            incident={incident}
            now={now}
            isChosen={incident.id === chosen}
            isRinging={ringing.has(incident.id)}
          />
        ))}
      </ul>
      {feeds && (
        <p role="alert" className="note" data-tone="bad">
          {feedOutageText(feeds)}
        </p>
      )}
      {is_cut && <p className="note">More than {MOST_ON_BOARD} are open. The list has the gravest of them.</p>}
      <p className="soft">{figuresText(today)}</p>
    </section>
  );
}
