import {
  cancelStatement,
  discardStatement,
  getStatement,
  importStatement,
  RECORDED_OUTCOMES,
  type Statement,
} from '@banbo/contract';
import { useNavigate } from 'react-router';
import { ImportActions } from '~/components/table-import/import-actions.tsx';
import { call } from '~/lib/api.ts';
import { queryClient, refresh } from '~/lib/query-client.ts';
import { statementQuery } from './statement-queries.ts';

const RECORDED: readonly string[] = RECORDED_OUTCOMES;

const importableOf = ({ counts }: Statement): number =>
  counts.filter(({ outcome }) => RECORDED.includes(outcome)).reduce((sum, { lines }) => sum + lines, 0);

/** Imports a statement that was checked, stops its import, or discards it. */
export function StatementActions({ statement }: { statement: Statement }) {
  const { id, status, problem, file_name } = statement;
  const navigate = useNavigate();
  const params = { id };
  return (
    <ImportActions
      id={id}
      status={status}
      fileName={file_name}
      lines={importableOf(statement)}
      isHeld={problem !== ''}
      start={(idempotencyKey) => call(importStatement, { params, idempotencyKey })}
      stop={() => call(cancelStatement, { params })}
      discard={() => call(discardStatement, { params })}
      onChanged={() => refresh(getStatement)}
      onDiscarded={async () => {
        await navigate('/statement_import', { replace: true });
        queryClient.removeQueries(statementQuery(id));
        await refresh(getStatement);
      }}
    />
  );
}
