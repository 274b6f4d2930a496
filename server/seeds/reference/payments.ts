import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from '@banbo/contract';
import type { NewPaymentType } from '#domains/prices';

/** Paid as often as there is reason to, each for itself. */
const LAND = { side: 'land', period: 'any', required_type: null } as const;

const AFTER_REGISTRATION = { side: 'drivers', required_type: REGISTRATION_FEE } as const;

/** The drivers' three types with their fees, and the land side's six with a first price to be changed by staff. */
const TYPES = [
  {
    type_code: REGISTRATION_FEE,
    description: 'REGISTRATION FEE',
    side: 'drivers',
    period: 'once',
    required_type: null,
    amount: '200.00',
  },
  {
    type_code: SUBSCRIPTION,
    description: 'MONTHLY SUBSCRIPTION',
    period: 'monthly',
    amount: '300.00',
    ...AFTER_REGISTRATION,
  },
  {
    type_code: DEVICE_PAYMENT,
    description: 'DEVICE PAYMENT',
    period: 'once',
    amount: '1500.00',
    ...AFTER_REGISTRATION,
  },
  { type_code: 'CC1000', description: 'SALES & REGULARIZATION', amount: '5000.00', ...LAND },
  { type_code: 'CC2000', description: 'GROUND RENT', amount: '400.00', ...LAND },
  { type_code: 'CC3000', description: 'CUSTOMARY DRINK', amount: '1000.00', ...LAND },
  { type_code: 'CC4000', description: 'DIGGING FEE', amount: '600.00', ...LAND },
  { type_code: 'CC5000', description: 'FORMS', amount: '150.00', ...LAND },
  { type_code: 'CC6000', description: 'SITE PLAN', amount: '800.00', ...LAND },
] as const;

const PRICE_YEARS = [2024, 2025, 2026, 2027] as const;

/** Due from the first year that has prices on. */
export const PAYMENT_TYPES: readonly NewPaymentType[] = TYPES.map(({ amount: _, ...type }) => ({
  ...type,
  due_from: `${PRICE_YEARS[0]}-01-01`,
}));

export const FIRST_PRICES = PRICE_YEARS.flatMap((year) =>
  TYPES.map(({ type_code, amount }) => ({ year, type_code, amount })),
);

/** The identity documents Ghana's drivers carry, as the form shows them. */
export const IDENTIFICATIONS = [
  'GHANA CARD',
  'PASSPORT',
  "DRIVER'S LICENCE",
  'VOTER ID',
  'NHIS CARD',
  'SSNIT',
] as const;
