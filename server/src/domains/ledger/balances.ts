import { toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { totalOf } from '#db/totals/read-totals.ts';
import { creditsOf } from './ledger.repo.ts';

const MEASURE = 'ledger';

/** An account's balance in pesewas: debits less credits. Costs the same however many postings there are. */
export const balanceOf = async (db: Db, account: string): Promise<bigint> =>
  toPesewas((await totalOf(db, { measures: [MEASURE], key: account })).amount);

/** Pesewas that each of these drivers has paid and that cover no fee yet; drivers without any are left out. */
export const creditOf = async (db: Db, driverIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> =>
  new Map((await creditsOf(db, driverIds)).map(({ driver_id, credit }) => [driver_id, toPesewas(credit)]));
