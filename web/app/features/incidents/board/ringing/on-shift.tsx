import { formatInstant, type IncidentBoard, type OnShift } from '@banbo/contract';
import styles from '../board.module.css';
import { timeText } from '../clock.ts';

const noteOf = ({ is_own, is_watching }: OnShift): string => {
  const notes = [...(is_own ? ['you'] : []), ...(is_watching ? [] : ['office not open'])];
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`;
};

/** Lists the people on shift, and whether they have a page of the office open. */
export function PeopleOnShift({ shifts }: { shifts: readonly OnShift[] }) {
  const isWatched = shifts.some(({ is_watching }) => is_watching);
  return (
    <section className={styles.people} aria-label="On shift">
      <h2 className={styles.small}>On shift</h2>
      {!isWatched && (
        <p className="note" data-tone="bad">
          {shifts.length === 0 ? 'Nobody is on shift.' : 'Nobody on shift has the office open.'} Calls for help ring at
          every open page of the office, and supervisors get a text message at once.
        </p>
      )}
      <ul className={styles.shifts}>
        {shifts.map((shift) => (
          <li key={shift.id} data-watching={shift.is_watching}>
            <span>
              {shift.name}
              {noteOf(shift)}
            </span>
            <span className={styles.soft}>since {timeText(shift.started_at).slice(0, 5)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Words of those who ended their shifts within a day, for those who come next. */
export function Handovers({ handovers }: Pick<IncidentBoard, 'handovers'>) {
  if (handovers.length === 0) return null;
  return (
    <section className={styles.people} aria-label="Hand-over">
      <h2 className={styles.small}>Hand-over</h2>
      <ul className="ruled">
        {handovers.map(({ id, name, ended_at, words }) => (
          <li key={id}>
            <span className={styles.soft}>
              {name}, {formatInstant(ended_at)}
            </span>
            <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{words}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
