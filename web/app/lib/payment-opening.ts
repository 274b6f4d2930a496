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

/** The payment form's opening state: prefilled fields, and the driver's pricing if known. */
export type PaymentOpening = {
  prefill: Partial<Record<(typeof PREFILLED)[number], string>>;
  pricing: DriverPricing | null;
  /** The missing rest of the prefilled fee, where a part of it is paid. */
  missing?: string;
};

const isPricing = (kept: unknown): kept is DriverPricing => {
  if (!hasTexts(kept, ['first_month'])) return false;
  const { plans } = kept as { plans?: unknown };
  return Array.isArray(plans) && plans.every((plan) => hasTexts(plan, ['plan', 'from']));
};

/** Reads the state that 'Pay now' left in the history; null if another version wrote it. */
export const readPaymentOpening = (kept: unknown): PaymentOpening | null => {
  const { prefill, pricing, missing } = Object(kept?.valueOf()) as Partial<Record<string, unknown>>;
  if (!hasTexts(prefill, PREFILLED)) return null;
  const opening = { prefill, pricing: isPricing(pricing) ? pricing : null };
  return typeof missing === 'string' ? { ...opening, missing } : opening;
};
