import type { DriverPricing } from '@banbo/contract';
import { hasTexts } from './has-texts.ts';

const PREFILLED = [
  'driver_code',
  'car_number',
  'fullname',
  'mobile_number',
  'payment_type',
  'payment_year',
  'payment_month',
  'amount',
] as const;

/** For whom and what the payment form opens: fields that are filled in, and the driver's pricing where it is known. */
export type PaymentOpening = {
  prefill: Partial<Record<(typeof PREFILLED)[number], string>>;
  pricing: DriverPricing | null;
};

const isPricing = (kept: unknown): kept is DriverPricing =>
  hasTexts(kept, ['first_month']) && (hasTexts(kept, ['plan_price']) || Object(kept).plan_price === null);

/** Reads what 'Pay now' left in the history's entry; null where that is anything else, as from another version. */
export const readPaymentOpening = (kept: unknown): PaymentOpening | null => {
  const { prefill, pricing } = Object(kept?.valueOf()) as { prefill?: unknown; pricing?: unknown };
  if (!hasTexts(prefill, PREFILLED)) return null;
  return { prefill, pricing: isPricing(pricing) ? pricing : null };
};
