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

const IMPORTING = { label: 'Progress of the import', beginning: 'The import begins in a moment.', noun: 'lines' };

/** How far an import, or other work on a list, is, in words and as a bar. */
export function ImportBar({ progress, words = IMPORTING }: { progress: ImportProgress; words?: typeof IMPORTING }) {
  const { done, total, failure } = progress;
  return (
    <div className={styles.progress}>
      <progress max={Math.max(total, 1)} value={done} aria-label={words.label} />
      <p role="status">{total === 0 ? words.beginning : `${inWords(done)} of ${inWords(total)} ${words.noun}`}</p>
      {failure !== '' && <p className={styles.soft}>{failure} It is tried again by itself.</p>}
    </div>
  );
}
