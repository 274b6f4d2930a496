import { cancelStatement, discardStatement, importStatement, RECORDED_OUTCOMES, type Statement } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Confirm } from '~/components/confirm.tsx';
import { call } from '~/lib/api.ts';
import { useIdempotencyKey } from '~/lib/idempotency-key.ts';
import { useAction } from '~/lib/use-action.ts';
import { statementQuery } from './statement-queries.ts';
import styles from './statements.module.css';

const RECORDED: readonly string[] = RECORDED_OUTCOMES;

const importableOf = ({ counts }: Statement): number =>
  counts.filter(({ outcome }) => RECORDED.includes(outcome)).reduce((sum, { lines }) => sum + lines, 0);

/** Imports a statement that was checked, stops its import, or discards it. */
export function StatementActions({ statement }: { statement: Statement }) {
  const { id, status, problem, file_name } = statement;
  const [isAsking, setAsking] = useState(false);
  const retryKey = useIdempotencyKey();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { id };
  const refresh = () => queries.invalidateQueries({ queryKey: statementQuery(id).queryKey });
  const start = useAction({
    run: async () => {
      const answer = await call(importStatement, { params, idempotencyKey: retryKey.keyFor(params) });
      retryKey.forget();
      return answer;
    },
    onDone: refresh,
  });
  const stop = useAction({
    run: () => call(cancelStatement, { params }),
    says: ({ message }) => message,
    onDone: refresh,
  });
  const discard = useAction({
    run: () => call(discardStatement, { params }),
    says: ({ message }) => message,
    onEnd: () => setAsking(false),
    onDone: async () => {
      await navigate('/statement_import', { replace: true });
      queries.removeQueries({ queryKey: statementQuery(id).queryKey });
      await queries.invalidateQueries({ queryKey: ['statements', 'list'] });
    },
  });
  const lines = importableOf(statement);
  const isOpen = status === 'uploaded' || status === 'checked';
  const mayGoOn = status === 'cancelled' || status === 'failed';
  return (
    <div className={styles.actions}>
      {status === 'checked' && (
        <Button disabled={problem !== '' || lines === 0} loading={start.isPending} onClick={() => start.mutate()}>
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
        title={`Discard ${file_name}?`}
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
