import type { ListQuery, StatementLine, statementLineList, statementList } from '@banbo/contract';
import { sql } from 'kysely';
import { equals } from '#db/list/conditions.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { StatementRow } from './statements.repo.ts';

type Listed = Pick<
  StatementRow,
  'id' | 'file_name' | 'line_count' | 'counts' | 'status' | 'uploaded_at' | 'uploader' | 'imported_at' | 'job_id'
>;

export const statementsSql: ListSql<ListQuery<typeof statementList>, Listed> = {
  rows: (db) =>
    db
      .selectFrom('statement_imports')
      .select([
        'id',
        'file_name',
        'line_count',
        'counts',
        'status',
        'uploaded_at',
        'uploader',
        'imported_at',
        'job_id',
      ]),
  filters: {},
  sorts: { uploaded_at: ['uploaded_at', 'id'] },
};

type ListedLine = Omit<StatementLine, 'id' | 'statement'> & { import_id: string };

/** Lines that were read; those above the column names are none. */
export const linesSql: ListSql<ListQuery<typeof statementLineList>, ListedLine> = {
  rows: (db) =>
    db
      .selectFrom('statement_lines')
      .select([
        'import_id',
        'line',
        'received_on',
        'transaction_id',
        'amount',
        'payer_name',
        'payer_number',
        'reference',
        'reason',
      ])
      .select((eb) => eb.ref('outcome').$notNull().as('outcome')),
  filters: { statement: equals('import_id'), outcome: equals('outcome') },
  always: () => sql`outcome IS NOT NULL`,
  sorts: { line: ['import_id', 'line'] },
};
