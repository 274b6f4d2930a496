import { formatInstant, type Statement, statementLineList } from '@banbo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MappingForm } from './mapping-form.tsx';
import { StatementActions } from './statement-actions.tsx';
import { StatementLines } from './statement-lines.tsx';
import { StatementStatusBadge } from './statement-status.tsx';
import styles from './statements.module.css';

/** How far an import is, in words and as a bar. */
function Progress({ progress }: { progress: NonNullable<Statement['progress']> }) {
  const { done, total, failure } = progress;
  const count = (lines: number) => lines.toLocaleString('en-GB');
  return (
    <div className={styles.progress}>
      <progress max={Math.max(total, 1)} value={done} aria-label="Progress of the import" />
      <p role="status">{total === 0 ? 'The import begins in a moment.' : `${count(done)} of ${count(total)} lines`}</p>
      {failure !== '' && <p className={styles.soft}>{failure} It is tried again by itself.</p>}
    </div>
  );
}

/** A statement: how it is read, what becomes of its lines, and its import. */
export function StatementDetails({ statement }: { statement: Statement }) {
  const { status, problem, progress, unknown_directions, uploaded_at, uploaded_by, imported_at, line_count } =
    statement;
  const queries = useQueryClient();
  // Only at its end does an import know the outcome of all lines.
  useEffect(() => {
    if (status !== 'importing') void queries.invalidateQueries({ queryKey: [statementLineList.name] });
  }, [status, queries]);
  const isOpen = status === 'uploaded' || status === 'checked';
  return (
    <>
      <p className={styles.facts}>
        <StatementStatusBadge status={status} />
        <span>
          {line_count.toLocaleString('en-GB')} {line_count === 1 ? 'line' : 'lines'}, sent {formatInstant(uploaded_at)}{' '}
          by {uploaded_by}
          {imported_at && `, imported ${formatInstant(imported_at)}`}
        </span>
      </p>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {status === 'failed' && progress && (
        <p className={styles.problem} role="alert">
          The import stopped after {progress.done.toLocaleString('en-GB')} lines. {progress.failure}
        </p>
      )}
      {isOpen && (
        <details
          className={styles.columns}
          open={status === 'uploaded' || problem !== '' || unknown_directions.length > 0}
        >
          <summary>Columns</summary>
          <MappingForm key={statement.id} statement={statement} />
        </details>
      )}
      {status === 'importing' && progress && <Progress progress={progress} />}
      <StatementActions statement={statement} />
      {status !== 'uploaded' && <StatementLines statement={statement} />}
    </>
  );
}
