import type { DriverPricing } from '@banbo/contract';
import { hasTexts } from './browser-storage.ts';

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

/** The state in which the payment form opens: prefilled fields, and the driver's pricing if it is known. */
export type PaymentOpening = {
  prefill: Partial<Record<(typeof PREFILLED)[number], string>>;
  pricing: DriverPricing | null;
};

const isPricing = (kept: unknown): kept is DriverPricing => {
  if (!hasTexts(kept, ['first_month'])) return false;
  const { plans } = kept as { plans?: unknown };
  return Array.isArray(plans) && plans.every((plan) => hasTexts(plan, ['plan', 'from']));
};

/** Reads what 'Pay now' left in the history's entry; null where that is anything else, as from another version. */
export const readPaymentOpening = (kept: unknown): PaymentOpening | null => {
  const { prefill, pricing } = Object(kept?.valueOf()) as { prefill?: unknown; pricing?: unknown };
  if (!hasTexts(prefill, PREFILLED)) return null;
  return { prefill, pricing: isPricing(pricing) ? pricing : null };
};
