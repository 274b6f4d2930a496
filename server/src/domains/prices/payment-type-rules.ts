import { paymentTypes as lookup, type PaymentType } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { paymentTypeByCode, paymentTypes, paymentTypeTable } from './prices.repo.ts';

const refuse = (message: string, field = 'required_type'): Refusal => refusalAt('invalid_input', field, message);

type Rule = Pick<PaymentType, 'type_code' | 'side' | 'required_type'> & { id?: string };

/** The types that must be paid before, the nearest first, as far as they lead without coming to one again. */
const requiredBefore = ({ required_type }: Rule, types: ReadonlyMap<string, Rule>): string[] => {
  const codes: string[] = [];
  for (let code = required_type; code !== null && !codes.includes(code); ) {
    codes.push(code);
    code = types.get(code)?.required_type ?? null;
  }
  return codes;
};

/** Refuses a type that requires one which is not in the list or that another side pays, or in the end itself. */
const checkRequired = (type: Rule, types: ReadonlyMap<string, Rule>): void => {
  if (type.required_type === null) return;
  const required = types.get(type.required_type);
  if (requiredBefore(type, types).includes(type.type_code)) {
    throw refuse('A payment type cannot require itself, nor one that requires it.');
  }
  if (!required) throw refuse('Please choose the required type from the list.');
  if (required.side !== 'both' && required.side !== type.side) {
    throw refuse('The required type must be paid on the same side.');
  }
};

/** Refuses another code for a type that is there, and what it may not require. */
const checkType = async (tx: Tx, entry: Record<string, unknown>): Promise<void> => {
  const type = entry as Rule;
  const all = await paymentTypes(tx);
  const stored = all.find(({ id }) => id === type.id);
  if (stored && stored.type_code !== type.type_code) {
    throw refuse(`The payment code stays ${stored.type_code}.`, 'type_code');
  }
  checkRequired(type, new Map(all.map((one) => [one.type_code, one])));
};

/**
 * Payment types: payments and prices have what a type said when they were made, so that stays while there are any. Another
 * required type would make drivers who have paid this one owe the other first, and be archived without it.
 */
export const PAYMENT_TYPES = {
  ...lookup,
  table: paymentTypeTable,
  fixedInUse: {
    period: { words: 'period' },
    side: { words: 'side' },
    by_plan: { words: 'pricing by plan' },
    required_type: { words: 'required type', by: 'payments' as const },
  },
  check: checkType,
  audit,
};

/** The payment type of a code in any case; refuses with 404 `not_found`. */
export const findType = async (db: Db, typeCode: string): Promise<PaymentType> => {
  const type = await paymentTypeByCode(db, typeCode.toUpperCase());
  if (!type) throw new Refusal('not_found', 'There is no payment type with this code.');
  return type as PaymentType;
};
