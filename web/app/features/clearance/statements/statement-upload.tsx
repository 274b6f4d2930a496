import { MAX_STATEMENT_BYTES, uploadStatement } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '~/lib/api.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './statements.module.css';

const ACCEPT = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends the file of a statement, chosen or dropped, and leads to its page. */
export function StatementUpload() {
  const picker = useRef<HTMLInputElement>(null);
  const retryKey = useIdempotencyKey();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = useAction({
    run: async (file: File) => {
      if (file.size > MAX_STATEMENT_BYTES)
        throw new Error('This file is larger than 10 MB. Please split it into shorter ones.');
      const body = { file };
      const answer = await call(uploadStatement, { body, idempotencyKey: retryKey.keyFor(body) });
      retryKey.forget();
      return answer;
    },
    onDone: async ({ statement_id }) => {
      await queries.invalidateQueries({ queryKey: ['statements'] });
      await navigate(`/statement_import/${statement_id}`);
    },
  });
  const take = (files: FileList): void => {
    const [file] = files;
    if (file && !send.isPending) send.mutate(file);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <section
      className={styles.upload}
      aria-label="Send a statement"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div>
        <p className={styles.uploadTitle}>A statement of the MoMo or bank account, as CSV or Excel (.xlsx)</p>
        <p className={styles.soft}>Up to 50,000 lines. Nothing is money yet: you see first what would happen.</p>
      </div>
      <input
        ref={picker}
        type="file"
        aria-label="Statement file"
        accept={ACCEPT}
        hidden
        onChange={(event) => {
          take(event.currentTarget.files ?? new DataTransfer().files);
          // Emptied, so that picking the same file again fires a change again.
          event.currentTarget.value = '';
        }}
      />
      <Button loading={send.isPending} onClick={() => picker.current?.click()}>
        Choose a file
      </Button>
    </section>
  );
}
