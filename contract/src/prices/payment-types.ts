/** How often a payment type is paid: once a driver, once a driver and month, or any number of times. */
export const PERIODS = ['once', 'monthly', 'any'] as const;
export type Period = (typeof PERIODS)[number];
export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  once: 'Once',
  monthly: 'Every month',
  any: 'Any number of times',
};

/** The side of the business that pays a type. */
export const PAYMENT_SIDES = ['drivers', 'land', 'both'] as const;
export type PaymentSide = (typeof PAYMENT_SIDES)[number];
export const SIDE_LABELS: Readonly<Record<PaymentSide, string>> = { drivers: 'Drivers', land: 'Land', both: 'Both' };

type Rule = { type_code: string; period: Period; required_type: string | null };

/**
 * The type, paid once, that others require and that requires none: a new driver pays it first, and a registration without
 * it is archived. Of several, the first of the list; undefined where there is none.
 */
export const firstTypeOf = <T extends Rule>(types: readonly T[]): T | undefined =>
  types.find(
    ({ type_code, period, required_type }) =>
      period === 'once' && required_type === null && types.some((other) => other.required_type === type_code),
  );
