import type { ListQuery, slipCodeList } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

type Codes = Tables['slip_codes'];

/** A code with the number of the slip that it was used for. */
export type SlipCodeRow = Selectable<Codes> & { slip: string | null };

export const insertSlipCode = async (tx: Tx, row: Insertable<Codes>): Promise<string> =>
  (await tx.insertInto('slip_codes').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** A code that can still be used, held so that nobody else uses it meanwhile. */
export const lockOpenCode = (tx: Tx, code: string, now: Date): Promise<Selectable<Codes> | undefined> =>
  tx
    .selectFrom('slip_codes')
    .selectAll()
    .where('code', '=', code)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

export const useSlipCode = async (tx: Tx, id: string, used: { used_at: Date; document_id: string }): Promise<void> => {
  await tx.updateTable('slip_codes').set(used).where('id', '=', id).execute();
};

const STATES = {
  open: (now: Date) => sql<boolean>`used_at IS NULL AND expires_at > ${now}`,
  used: () => sql<boolean>`used_at IS NOT NULL`,
  expired: (now: Date) => sql<boolean>`used_at IS NULL AND expires_at <= ${now}`,
};

export const slipCodesSql: ListSql<ListQuery<typeof slipCodeList>, SlipCodeRow, { now: Date }> = {
  rows: (db: Db) =>
    db
      .selectFrom('slip_codes')
      .selectAll()
      .select(sql<string | null>`(SELECT number FROM land_documents WHERE id = document_id)`.as('slip')),
  filters: { state: (state, { now }) => STATES[state](now) },
  sorts: { made_at: ['made_at', 'id'] },
};
