import {
  MISSING_PLAN,
  NewYearlyPrice,
  type PaymentType,
  type PlanSlug,
  parseMoney,
  type YearlyPrice,
} from '@banbo/contract';
import { checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** The fields of a new price. The description is the type's own, which is asked for by its code. */
export type PriceValues = { year: string; type_code: string; plan: string; amount: string };

export const EMPTY_PRICE: PriceValues = { year: '', type_code: '', plan: '', amount: '' };

/** The amount as it is sent: with two decimals where it is one. */
export const sentAmount = (amount: string): string => parseMoney(amount) ?? amount;

/** The body of a filled form. */
export const priceBody = ({ year, type_code, plan, amount }: PriceValues, type: PaymentType | undefined) => ({
  year: Number(year),
  type_code: type_code.toUpperCase(),
  ...(type && { description: type.description }),
  plan: type?.by_plan && plan !== '' ? (plan as PlanSlug) : null,
  amount: sentAmount(amount),
});

/** The problems of a form by its fields, in their order. A type that is priced by plan needs its plan. */
export const checkPrice = (values: PriceValues, type: PaymentType | undefined): FieldErrors => {
  const { amount, ...found } = checkBy(NewYearlyPrice)(priceBody(values, type));
  const lacksPlan = type?.by_plan === true && values.plan === '';
  return { ...found, ...(lacksPlan && { plan: MISSING_PLAN }), ...(amount !== undefined && { amount }) };
};

/** The amount of the same type and plan among a year's prices, or null. */
export const sameOf = (prices: readonly YearlyPrice[], { type_code, plan }: PriceValues): string | null =>
  prices.find((price) => price.type_code === type_code && (price.plan ?? '') === plan)?.amount ?? null;
