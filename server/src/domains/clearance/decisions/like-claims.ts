import type { CaseMoney, SuggestedDriver } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversBehind } from '#domains/drivers';
import { claimsLike } from '#domains/payments';
import { pluck } from '#lib/values.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';

type Money = Pick<CaseMoney, 'amount' | 'reference' | 'payer_number' | 'received_on'>;

/**
 * Claims that wait under another transaction ID than the money's and may be for it, since networks
 * may give payer and receiver different ones. `suggested` are drivers whom the payer's words name.
 * A claim that has money of its own counts only where the money names its driver.
 */
export const likeClaims = async (db: Db, money: Money, suggested: readonly SuggestedDriver[]) => {
  const { amount, reference, payer_number: number, received_on: day } = money;
  const named = suggested.filter(({ why }) => why.some((one) => one !== 'name')).map(({ driver }) => driver.id);
  const drivers = driversBehind({ reference, number });
  const { rows } = await claimsLike({ drivers, named, number, amount, day }).execute(db);
  const alike = rows.filter(({ is_named }) => !is_named);
  const theirs = new Set(pluck(await transfersOfIds(db, pluck(alike, 'transaction_id')), 'key'));
  return rows.filter(({ is_named, key }) => is_named || !theirs.has(key));
};
