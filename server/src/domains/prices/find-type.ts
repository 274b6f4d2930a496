import type { PaymentType } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { paymentTypeByCode } from './payment-types.repo.ts';

/** The payment type of a code in any case; refuses with 404 `not_found`. */
export const findType = async (db: Db, typeCode: string): Promise<PaymentType> => {
  const type = await paymentTypeByCode(db, typeCode.toUpperCase());
  if (!type) throw new Refusal('not_found', 'There is no payment type with this code.');
  return type as PaymentType;
};
