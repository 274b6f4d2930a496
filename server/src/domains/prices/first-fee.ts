import { firstTypeOf } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypes } from './payment-types.repo.ts';

type Types = Awaited<ReturnType<typeof paymentTypes>>;

/** The drivers' type among all types that the others require first, or null where there is none. */
export const firstFeeOf = (types: Types): Types[number] | null =>
  firstTypeOf(types.filter(({ side }) => side !== 'land')) ?? null;

/** As `firstFeeOf`, of the types that are stored. */
export const firstFee = async (db: Db): Promise<Types[number] | null> => firstFeeOf(await paymentTypes(db));
