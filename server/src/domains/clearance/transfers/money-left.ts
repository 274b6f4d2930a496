import { toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { takenOf } from '#domains/payments';
import type { Transfer } from './transfers.repo.ts';

/** The pesewas that cleared payments have left of each of these transfers, by their ids; below 0 where they took too much. */
export const leftOf = async (
  db: Db,
  transfers: readonly Pick<Transfer, 'id' | 'amount'>[],
): Promise<ReadonlyMap<string, bigint>> => {
  const taken = await takenOf(
    db,
    transfers.map(({ id }) => id),
  );
  return new Map(transfers.map(({ id, amount }) => [id, toPesewas(amount) - toPesewas(taken.get(id) ?? '0.00')]));
};
