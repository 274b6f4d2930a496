import { chequePrefix, searchedId, transactionKey } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Sorts behind every letter and digit. */
const END = '~';

/**
 * True of rows whose transaction a search names: by its whole ID, with that of other networks'
 * money, or a cheque by its number. Each part can use the index of `transaction_key`.
 */
export const isTransactionNamed = (search: string): RawBuilder<SqlBool> => {
  const key = sql`transaction_key(transaction_id)`;
  const id = searchedId(search);
  const ofNetworks = `${transactionKey(id)}-`;
  const isId = sql<SqlBool>`(${key} = transaction_key(${id}) OR (${key} >= ${ofNetworks} AND ${key} < ${ofNetworks + END}))`;
  const prefix = chequePrefix(search);
  return prefix === null ? isId : sql<SqlBool>`(${isId} OR (${key} >= ${prefix} AND ${key} < ${prefix + END}))`;
};
