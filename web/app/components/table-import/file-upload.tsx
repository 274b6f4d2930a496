import { MAX_TABLE_BYTES } from '@banbo/contract';
import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef } from 'react';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './table-import.module.css';

const ACCEPT = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Props<Answer> = {
  /** Name the panel and its picker for screen readers. */
  label: string;
  fileLabel: string;
  title: string;
  note: ReactNode;
  /** Sends the body under a key, by which a file that is sent again after a failure counts once. */
  send: (body: { file: File }, idempotencyKey: string) => Promise<Answer>;
  onSent: (answer: Answer) => Promise<void>;
};

/** Takes a file with a table, chosen or dropped, and sends it. */
export function FileUpload<Answer>({ label, fileLabel, title, note, send, onSent }: Props<Answer>) {
  const picker = useRef<HTMLInputElement>(null);
  const retryKey = useIdempotencyKey();
  const sending = useAction({
    run: async (file: File) => {
      if (file.size > MAX_TABLE_BYTES)
        throw new Error('This file is larger than 10 MB. Please split it into shorter ones.');
      const body = { file };
      const answer = await send(body, retryKey.keyFor(body));
      retryKey.forget();
      return answer;
    },
    onDone: onSent,
  });
  const take = (files: FileList): void => {
    const [file] = files;
    if (file && !sending.isPending) sending.mutate(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <section className={styles.upload} aria-label={label} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div>
        <p className={styles.uploadTitle}>{title}</p>
        <p className={styles.soft}>{note}</p>
      </div>
      <input
        ref={picker}
        type="file"
        aria-label={fileLabel}
        accept={ACCEPT}
        hidden
        onChange={(event) => {
          take(event.currentTarget.files ?? new DataTransfer().files);
          // Emptied, so that picking the same file again fires a change again.
          event.currentTarget.value = '';
        }}
      />
      <Button loading={sending.isPending} onClick={() => picker.current?.click()}>
        Choose a file
      </Button>
    </section>
  );
}
