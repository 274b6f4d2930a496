import { addIncidentPhoto, IncidentNote, type IncidentRecord, noteIncident } from '@banbo/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormPhoto } from '~/components/form/form-photo.tsx';
import { change } from '~/lib/api/query-client.ts';
import { checkBy, fieldId } from '~/lib/form/check-by.ts';
import { sendByKey } from '~/lib/form/send-by-key.ts';
import { useForm } from '~/lib/form/use-form.ts';
import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { toast } from '~/lib/toast.ts';
import { useBoardDraft } from '../answering/drafts.ts';
import styles from '../board.module.css';
import { useBoardKey } from '../board-keys.ts';

const checkNote = checkBy(IncidentNote);

/** Writes a note, with or without a photo. What is typed stays with its incident until sent. */
export function NoteForm({ id, number }: Pick<IncidentRecord, 'id' | 'number'>) {
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null);
  const [asksPhoto, setAsksPhoto] = useState(false);
  const form = useForm({
    initial: { words: '', file: '' },
    check: ({ words }) => (photo ? {} : checkNote({ words })),
  });
  const drafted = {
    values: { words: form.values.words },
    setValues: (kept: { words?: string }) => form.setValues(kept),
  };
  const drop = useBoardDraft(`${id}.note`, drafted);
  useBoardKey(['n'], () => document.getElementById(fieldId('words'))?.focus(), 'Write a note');
  const choose = (chosen: ChosenPhoto | null): void => {
    form.clearErrors();
    setPhoto(chosen);
  };
  const submit = form.submit(async ({ words }) => {
    const file = photo?.file;
    const { message } = await form.retryKey.send({ words, file }, (idempotencyKey) =>
      file
        ? change(addIncidentPhoto, { params: { id }, body: { words, file }, idempotencyKey })
        : change(noteIncident, { params: { id }, body: { words }, idempotencyKey }),
    );
    drop();
    setPhoto(null);
    setAsksPhoto(false);
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
      {asksPhoto && (
        <FormPhoto
          name="file"
          label="Photo"
          hint="The place where it was taken is removed from it."
          facing="environment"
          alt="The chosen photo"
          photo={photo}
          error={form.errors.file}
          onChange={choose}
          onRefused={(message) => toast.error(message, { duration: 5000 })}
        />
      )}
      <div className={styles.noteEnd}>
        <Button type="submit" size="compact-sm" loading={form.isBusy}>
          Write the note
        </Button>
        {!asksPhoto && (
          <Button variant="default" size="compact-sm" onClick={() => setAsksPhoto(true)}>
            Add a photo
          </Button>
        )}
        <span className={styles.hint}>
          <kbd className={styles.key}>n</kbd> to write, <kbd className={styles.key}>Ctrl Enter</kbd> to send
        </span>
      </div>
    </form>
  );
}
