import { type Statement, statementLineList } from '@banbo/contract';
import { useEffect } from 'react';
import { ImportBar, ImportHead } from '~/components/table-import/import-head.tsx';
import styles from '~/components/table-import/table-import.module.css';
import { refreshReads } from '~/lib/query-client.ts';
import { MappingForm } from './mapping-form.tsx';
import { StatementActions } from './statement-actions.tsx';
import { StatementLines } from './statement-lines.tsx';

/** A statement: how it is read, what becomes of its lines, and its import. */
export function StatementDetails({ statement }: { statement: Statement }) {
  const { status, problem, progress, unknown_directions } = statement;
  // Only at its end does an import know the outcome of all lines.
  useEffect(() => {
    if (status !== 'importing') void refreshReads(statementLineList.page);
  }, [status]);
  const isOpen = status === 'uploaded' || status === 'checked';
  return (
    <>
      <ImportHead {...statement} />
      {isOpen && (
        <details
          className={styles.columns}
          open={status === 'uploaded' || problem !== '' || unknown_directions.length > 0}
        >
          <summary>Columns</summary>
          <MappingForm key={statement.id} statement={statement} />
        </details>
      )}
      {status === 'importing' && progress && <ImportBar progress={progress} />}
      <StatementActions statement={statement} />
      {status !== 'uploaded' && <StatementLines statement={statement} />}
    </>
  );
}
