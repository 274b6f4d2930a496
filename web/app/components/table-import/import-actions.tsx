import type { ImportStatus } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '~/components/question/confirm.tsx';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { useAction } from '~/lib/use-action.ts';
import styles from './table-import.module.css';

type Said = { message: string };

type Props = {
  id: string;
  status: ImportStatus;
  fileName: string;
  /** The lines that an import would take. */
  lines: number;
  /** True where something keeps the whole file from being imported. */
  isHeld: boolean;
  start: (idempotencyKey: string) => Promise<Said>;
  stop: () => Promise<Said>;
  discard: () => Promise<Said>;
  onChanged: () => Promise<unknown>;
  onDiscarded: () => Promise<unknown>;
};

/** Imports a file that was checked, stops its import, or discards it. */
export function ImportActions({ id, status, fileName, lines, isHeld, onChanged, onDiscarded, ...calls }: Props) {
  const [isAsking, setAsking] = useState(false);
  const retryKey = useIdempotencyKey();
  const start = useAction({
    run: async () => {
      const answer = await calls.start(retryKey.keyFor({ id }));
      retryKey.forget();
      return answer;
    },
    onDone: onChanged,
  });
  const stop = useAction({ run: calls.stop, says: ({ message }) => message, onDone: onChanged });
  const discard = useAction({
    run: calls.discard,
    says: ({ message }) => message,
    onEnd: () => setAsking(false),
    onDone: onDiscarded,
  });
  const isOpen = status === 'uploaded' || status === 'checked';
  const mayGoOn = status === 'cancelled' || status === 'failed';
  return (
    <div className={styles.actions}>
      {status === 'checked' && (
        <Button disabled={isHeld || lines === 0} loading={start.isPending} onClick={() => start.mutate()}>
          Import {lines.toLocaleString('en-GB')} {lines === 1 ? 'line' : 'lines'}
        </Button>
      )}
      {mayGoOn && (
        <Button loading={start.isPending} onClick={() => start.mutate()}>
          Go on with the import
        </Button>
      )}
      {status === 'importing' && (
        <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
          Stop
        </Button>
      )}
      {isOpen && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Discard
        </Button>
      )}
      <Confirm
        opened={isAsking}
        title={`Discard ${fileName}?`}
        action="Discard"
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={() => setAsking(false)}
      >
        Nothing of it was imported. The file can be sent again.
      </Confirm>
    </div>
  );
}
