import { MONTH_CODES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypes } from '#domains/prices';
import type { Fee } from '../claims/fee-rules.ts';

/** Reads the payment types once, and gives each one's description by its code, or the code where there is none. */
export const describeTypes = async (db: Db): Promise<(typeCode: string) => string> => {
  const descriptions = new Map((await paymentTypes(db)).map((type) => [type.type_code, type.description]));
  return (typeCode) => descriptions.get(typeCode) ?? typeCode;
};

/** A fee as a member sees it, with its month in uppercase. */
export const presentFee = ({ type_code, payment_year, payment_month }: Fee, description: string) => ({
  payment_type: type_code,
  description,
  payment_year,
  payment_month: payment_month === null ? null : (MONTH_CODES[payment_month - 1] ?? null),
});
