import { firstTypeOf } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypes } from './payment-types.repo.ts';

/** The drivers' type that the others require first, or null where there is none. */
export const firstFee = async (db: Db) =>
  firstTypeOf((await paymentTypes(db)).filter(({ side }) => side !== 'land')) ?? null;
