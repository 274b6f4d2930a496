import { monthCode } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypes } from '#domains/prices';
import type { Fee } from '../claims/fee-rules.ts';

export type DescribeType = (typeCode: string) => string;

/** Gives each type's description by its code, or the code where there is none. */
export const describeBy = (types: readonly { type_code: string; description: string }[]): DescribeType => {
  const descriptions = new Map(types.map((type) => [type.type_code, type.description]));
  return (typeCode) => descriptions.get(typeCode) ?? typeCode;
};

/** Reads the payment types once, and describes them. */
export const describeTypes = async (db: Db): Promise<DescribeType> => describeBy(await paymentTypes(db));

/** A fee as a member sees it, with its month in uppercase. */
export const presentFee = ({ type_code, payment_year, payment_month }: Fee, description: string) => ({
  payment_type: type_code,
  description,
  payment_year,
  payment_month: monthCode(payment_month),
});
