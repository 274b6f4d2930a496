import { formatInstant, type ImportProgress, type ImportSummary } from '@banbo/contract';
import { ImportStatusBadge } from './import-status-badge.tsx';
import styles from './table-import.module.css';

type Props = Omit<ImportSummary, 'id' | 'file_name'> & { problem: string; progress: ImportProgress | null };

const inWords = (lines: number): string => lines.toLocaleString('en-GB');

/** How an import stands: its state, its lines, the person behind it, and why it cannot go on where it cannot. */
export function ImportHead({ status, line_count, uploaded_at, uploaded_by, imported_at, problem, progress }: Props) {
  return (
    <>
      <p className={styles.facts}>
        <ImportStatusBadge status={status} />
        <span>
          {inWords(line_count)} {line_count === 1 ? 'line' : 'lines'}, sent {formatInstant(uploaded_at)} by{' '}
          {uploaded_by}
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
          The import stopped after {inWords(progress.done)} lines. {progress.failure}
        </p>
      )}
    </>
  );
}

/** How far an import is, in words and as a bar. */
export function ImportBar({ progress }: { progress: ImportProgress }) {
  const { done, total, failure } = progress;
  return (
    <div className={styles.progress}>
      <progress max={Math.max(total, 1)} value={done} aria-label="Progress of the import" />
      <p role="status">
        {total === 0 ? 'The import begins in a moment.' : `${inWords(done)} of ${inWords(total)} lines`}
      </p>
      {failure !== '' && <p className={styles.soft}>{failure} It is tried again by itself.</p>}
    </div>
  );
}
