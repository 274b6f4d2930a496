import type { Db } from '#db/database.ts';
import { driversWithPayments } from '#domains/payments';
import { driversWithPrompts } from './prompts/prompts.repo.ts';

/** Those of these drivers whom money is about: a payment or claim in whatever state, or a prompt. */
export const driversWithMoney = async (db: Db, driverIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([...(await driversWithPayments(db, driverIds)), ...(await driversWithPrompts(db, driverIds))]);
