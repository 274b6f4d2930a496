import {
  type ListQuery,
  type StatementLine,
  type StatementSummary,
  statementLineList,
  statementList,
} from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { jobProgress } from '#domains/jobs';
import { linesSql, statementsSql } from './list-statements.repo.ts';
import { presentSummary } from './show-statement.ts';

export const statementsSource: ListSource<ListQuery<typeof statementList>, StatementSummary> = listSource(
  statementList,
  statementsSql,
  (rows, db) =>
    Promise.all(
      rows.map(async (row) => {
        const isRunning = row.status === 'importing' && row.job_id !== null;
        return presentSummary(row, isRunning ? await jobProgress(db, row.job_id ?? '') : null);
      }),
    ),
);

export const linesSource: ListSource<ListQuery<typeof statementLineList>, StatementLine> = listSource(
  statementLineList,
  linesSql,
  (rows) => rows.map(({ import_id, ...line }) => ({ id: `${import_id}-${line.line}`, statement: import_id, ...line })),
);
