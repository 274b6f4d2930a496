import type { ListQuery, StatementLine, statementLineList } from '@banbo/contract';
import { type Selectable, sql } from 'kysely';
import type { Tables } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { equals } from '#db/list/list-sql.ts';

export type StatementRow = Selectable<Tables['statement_imports']>;

type Listed = Omit<StatementLine, 'id' | 'statement'> & { import_id: string };

/** Lines that were read; those above the column names are none. */
export const statementLinesSql: ListSql<ListQuery<typeof statementLineList>, Listed> = {
  rows: (db) =>
    db
      .selectFrom('statement_lines')
      .select(['import_id', 'line', 'received_on', 'transaction_id', 'amount'])
      .select(['payer_name', 'payer_number', 'reference', 'reason'])
      .select((eb) => eb.ref('outcome').$notNull().as('outcome')),
  filters: { statement: equals('import_id'), outcome: equals('outcome') },
  always: () => sql`outcome IS NOT NULL`,
  sorts: { line: ['import_id', 'line'] },
};
