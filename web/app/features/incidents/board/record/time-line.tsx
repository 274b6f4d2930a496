import type { IncidentRecord, IncidentStep } from '@banbo/contract';
import styles from '../board.module.css';
import { timeText } from '../clock.ts';
import { NoteForm } from './note-form.tsx';
import { StepPhoto } from './step-photo.tsx';

const wordsOf = ({ what, actor, words }: IncidentStep): string => {
  if (what === 'rung' && actor !== '') return `Rang at ${actor}`;
  return actor === '' ? words : words.replace(/\.$/, '');
};

/** The day of a step before its time, unless the incident was raised that day. */
const momentOf = (at: string, raisedAt: string): string =>
  at.slice(0, 10) === raisedAt.slice(0, 10) ? timeText(at) : `${at.slice(8, 10)}/${at.slice(5, 7)} ${timeText(at)}`;

type Props = { incident: IncidentRecord; mayAnswer: boolean };

/** Everything that happened to an incident, the oldest first, with a note's form. */
export function TimeLine({ incident: { id, number, raised_at, steps }, mayAnswer }: Props) {
  return (
    <section className={styles.timeLine} aria-label="What happened">
      <h3 className={styles.small}>What happened</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id} data-what={step.what}>
            <time dateTime={step.at}>{momentOf(step.at, raised_at)}</time> {wordsOf(step)}
            {step.what !== 'rung' && step.actor !== '' && <span className={styles.soft}> · {step.actor}</span>}
            {step.photo !== null && <StepPhoto id={step.photo} alt={`Photo of ${momentOf(step.at, raised_at)}`} />}
          </li>
        ))}
      </ol>
      {mayAnswer && <NoteForm key={id} id={id} number={number} />}
    </section>
  );
}
