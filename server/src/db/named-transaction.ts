import { chequePrefix } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Sorts behind every letter and digit. */
const END = '~';

/**
 * True of rows whose transaction a search names: by its whole ID, or a cheque by its number. Each
 * part can use the index of `transaction_key`.
 */
export const isTransactionNamed = (search: string): RawBuilder<SqlBool> => {
  const key = sql`transaction_key(transaction_id)`;
  const isId = sql<SqlBool>`${key} = transaction_key(${search.trim().toUpperCase()})`;
  const prefix = chequePrefix(search);
  return prefix === null ? isId : sql<SqlBool>`(${isId} OR (${key} >= ${prefix} AND ${key} < ${prefix + END}))`;
};
