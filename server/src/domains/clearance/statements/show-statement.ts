import { MAX_HEAD_LINES, type Statement, type StatementSummary } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { jobProgress } from '#domains/jobs';
import { importProgress, importStatus } from '#lib/import-status.ts';
import { nextRows } from './lines.repo.ts';
import { noStatement } from './no-statement.ts';
import { findStatement, type StatementRow } from './statements.repo.ts';

type Progress = Awaited<ReturnType<typeof jobProgress>>;

type Summarized = Pick<
  StatementRow,
  'id' | 'file_name' | 'line_count' | 'counts' | 'status' | 'uploaded_at' | 'uploader' | 'imported_at'
>;

/** Until the columns are chosen, one line of the file is that of their names. */
const linesOf = ({ counts, line_count }: Pick<StatementRow, 'counts' | 'line_count'>): number =>
  counts.length > 0 ? counts.reduce((sum, { lines }) => sum + lines, 0) : line_count - 1;

export const presentSummary = (statement: Summarized, progress: Progress): StatementSummary => ({
  id: statement.id,
  file_name: statement.file_name,
  line_count: linesOf(statement),
  status: importStatus(statement.status, progress),
  uploaded_at: statement.uploaded_at.toISOString(),
  uploaded_by: statement.uploader,
  imported_at: statement.imported_at?.toISOString() ?? null,
});

/** A statement with how it is read, what becomes of its lines, and how far its import is. 404 `not_found` without it. */
export const showStatement = async (db: Db, id: string): Promise<Statement> => {
  const statement = await findStatement(db, id);
  if (!statement) throw noStatement();
  const progress = statement.job_id === null ? null : await jobProgress(db, statement.job_id);
  return {
    ...presentSummary(statement, progress),
    mapping: statement.mapping,
    counts: statement.counts,
    problem: statement.problem,
    unknown_directions: statement.unknown_directions,
    progress: importProgress(progress),
    head: await nextRows(db, id, 0, MAX_HEAD_LINES),
    suggestion: statement.suggestion,
    is_remembered: statement.is_remembered,
  };
};
