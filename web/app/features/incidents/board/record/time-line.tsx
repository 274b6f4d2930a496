import { IncidentNote, type IncidentRecord, type IncidentStep, noteIncident } from '@banbo/contract';
import { Button, Textarea } from '@mantine/core';
import { change } from '~/lib/api/query-client.ts';
import { checkBy, fieldId } from '~/lib/form/check-by.ts';
import { sendByKey } from '~/lib/form/send-by-key.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import { useBoardDraft } from '../answering/drafts.ts';
import styles from '../board.module.css';
import { useBoardKey } from '../board-keys.ts';
import { timeText } from '../clock.ts';

/** Writes a note. What is typed stays with its incident until it is sent. */
function NoteForm({ id, number }: Pick<IncidentRecord, 'id' | 'number'>) {
  const form = useForm({ initial: { words: '' }, check: checkBy(IncidentNote) });
  const drop = useBoardDraft(`${id}.note`, form);
  useBoardKey(['n'], () => document.getElementById(fieldId('words'))?.focus(), 'Write a note');
  const submit = form.submit(async (body) => {
    const { message } = await form.retryKey.send(body, (idempotencyKey) =>
      change(noteIncident, { params: { id }, body, idempotencyKey }),
    );
    drop();
    form.reset();
    toast.success(message);
  });
  return (
    <form onSubmit={submit} noValidate className={styles.noteForm} aria-label={`Note on ${number}`}>
      <Textarea
        {...form.input('words')}
        label="Note"
        aria-keyshortcuts="n"
        placeholder="What was said, to whom, and what was promised"
        rows={2}
        maxLength={2_000}
        onKeyDown={sendByKey}
      />
      <div className={styles.noteEnd}>
        <Button type="submit" size="compact-sm" loading={form.isBusy}>
          Write the note
        </Button>
        <span className={styles.hint}>
          <kbd className={styles.key}>n</kbd> to write, <kbd className={styles.key}>Ctrl Enter</kbd> to send
        </span>
      </div>
    </form>
  );
}

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
          </li>
        ))}
      </ol>
      {mayAnswer && <NoteForm key={id} id={id} number={number} />}
    </section>
  );
}
