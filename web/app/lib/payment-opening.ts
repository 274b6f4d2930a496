import { DriverPricing } from '@banbo/contract';
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

/** The state in which the payment form opens: prefilled fields, and the driver's pricing if it is known. */
export type PaymentOpening = {
  prefill: Partial<Record<(typeof PREFILLED)[number], string>>;
  pricing: DriverPricing | null;
};

/** Reads the state that 'Pay now' put into the history entry; null for any other state, as from another version. */
export const readPaymentOpening = (kept: unknown): PaymentOpening | null => {
  const { prefill, pricing } = Object(kept?.valueOf()) as { prefill?: unknown; pricing?: unknown };
  if (!hasTexts(prefill, PREFILLED)) return null;
  const known = DriverPricing.safeParse(pricing);
  return { prefill, pricing: known.success ? known.data : null };
};
