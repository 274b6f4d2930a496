import { transactionKey } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { HandsAsked } from '#domains/approvals';
import { pluck } from '#lib/values.ts';
import { moneySubject, transactionSubject } from './hands-in-money.ts';
import { transfersById, transfersOfIds } from './transfers.repo.ts';

/** The records of received money, by itself and by transaction IDs, in which hands count. */
export const handsBehindFees = async (
  db: Db,
  { transferIds, transactionIds }: { transferIds: readonly string[]; transactionIds: readonly string[] },
): Promise<HandsAsked> => {
  const transfers = [...(await transfersById(db, transferIds)), ...(await transfersOfIds(db, transactionIds))];
  const ids = new Set([...transactionIds, ...pluck(transfers, 'transaction_id')].map(transactionKey));
  return { subjects: [...transfers.map(moneySubject), ...[...ids].map(transactionSubject)], hands: [] };
};
