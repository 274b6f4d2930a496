import {
  formatInstant,
  getShiftHandover,
  INCIDENT_GRADE_LABELS,
  INCIDENT_STATUS_LABELS,
  type ShiftHandover,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { Link } from 'react-router';
import { PrintButton } from '~/components/print/print-button.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { statusTone } from '../status-tone.ts';
import styles from './board.module.css';
import { DriverTexts } from './driver-texts.tsx';
import { callerText } from './incident-lines.tsx';
import { elsewhereWords } from './incident-words.ts';

type Open = ShiftHandover['incidents'][number];

/** The teams that were sent, and when the next sign of each is due. */
const teamsIn = ({ teams }: Open): string =>
  teams
    .map(({ team, check_in_at, elsewhere }) =>
      [`${team} out`, elsewhereWords({ elsewhere }), `next sign due ${formatInstant(check_in_at)}`]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ');

function OpenIncident({ one }: { one: Open }) {
  const { id, number, grade, status, is_drill, raised_at, acknowledged_at, acknowledged_by, place, notes } = one;
  return (
    <li className="stack close">
      <Group gap="xs">
        <strong>
          <Link to={`/response_request/${id}`}>
            {INCIDENT_GRADE_LABELS[grade]} {number}
          </Link>
        </strong>
        {is_drill && <span className={styles.drill}>DRILL</span>}
        <StatusBadge tone={statusTone(status)}>{INCIDENT_STATUS_LABELS[status]}</StatusBadge>
        <span>{callerText(one)}</span>
      </Group>
      <span className={styles.soft}>
        Raised {formatInstant(raised_at)}
        {acknowledged_at !== null && `, acknowledged ${formatInstant(acknowledged_at)} by ${acknowledged_by}`}
        {place !== '' && `. Place: ${place}`}
        {one.teams.length > 0 && `. ${teamsIn(one)}`}
      </span>
      {notes.length > 0 && (
        <ul aria-label={`Newest notes of ${number}`} style={{ listStyle: 'none' }}>
          {notes.map(({ at, actor, words }) => (
            <li key={`${at} ${words}`}>
              {formatInstant(at)} {actor && `${actor}: `}
              {words}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Handover({ handover: { at, incidents, is_cut, shifts, handovers, texts } }: { handover: ShiftHandover }) {
  const onShift = shifts.map(({ name, started_at }) => `${name} since ${formatInstant(started_at)}`).join(', ');
  return (
    <div className="stack">
      <Group justify="space-between" gap="xs">
        <p>
          As of {formatInstant(at)}. {onShift === '' ? 'Nobody is on shift.' : `On shift: ${onShift}.`}
        </p>
        <PrintButton />
      </Group>
      <section className="stack close" aria-label="Open emergencies">
        <h2 className="large">Open emergencies</h2>
        {is_cut && <p className="note">More are open than this page has.</p>}
        {incidents.length === 0 && <p className="soft">Nothing is open.</p>}
        <ul className="ruled">
          {incidents.map((one) => (
            <OpenIncident key={one.id} one={one} />
          ))}
        </ul>
      </section>
      <DriverTexts texts={texts} />
      <section className="stack close" aria-label="Hand-over notes">
        <h2 className="large">Hand-over notes of the last day</h2>
        {handovers.length === 0 && <p className="soft">Nobody left a note.</p>}
        <ul className="ruled">
          {handovers.map(({ id, name, ended_at, words }) => (
            <li key={id}>
              <strong>{name}</strong>, {formatInstant(ended_at)}: {words}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The hand-over to the next shift, on one page for the screen and for paper. */
export function HandoverPage() {
  useLive(['incidents'], () => refresh('incidents'));
  return (
    <RecordLoaded of="hand-over" query={read(getShiftHandover, {})}>
      {(handover) => <Handover handover={handover} />}
    </RecordLoaded>
  );
}
