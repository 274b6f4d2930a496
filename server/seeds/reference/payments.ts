import { DEFAULT_PRICES, DEVICE_PAYMENT, type NewPaymentType, REGISTRATION_FEE, SUBSCRIPTION } from '@banbo/contract';

const PRICE_YEARS = [2024, 2025, 2026, 2027] as const;

/** Due from the first year that has prices on. */
const COMMON = { due_from: `${PRICE_YEARS[0]}-01-01`, by_plan: false, for_device: false, required_type: null } as const;
/** Paid as often as there is reason to, each for itself. */
const LAND = { ...COMMON, side: 'land', period: 'any' } as const;
const DRIVERS = { ...COMMON, side: 'drivers', period: 'once' } as const;
const AFTER_REGISTRATION = { ...DRIVERS, required_type: REGISTRATION_FEE } as const;

/** The drivers' three types and the land side's six. */
export const PAYMENT_TYPES: readonly NewPaymentType[] = [
  { ...DRIVERS, type_code: REGISTRATION_FEE, description: 'REGISTRATION FEE' },
  {
    ...AFTER_REGISTRATION,
    type_code: SUBSCRIPTION,
    description: 'MONTHLY SUBSCRIPTION',
    period: 'monthly',
    by_plan: true,
  },
  { ...AFTER_REGISTRATION, type_code: DEVICE_PAYMENT, description: 'DEVICE PAYMENT', for_device: true },
  { ...LAND, type_code: 'CC1000', description: 'SALES & REGULARIZATION' },
  { ...LAND, type_code: 'CC2000', description: 'GROUND RENT' },
  { ...LAND, type_code: 'CC3000', description: 'CUSTOMARY DRINK' },
  { ...LAND, type_code: 'CC4000', description: 'DIGGING FEE' },
  { ...LAND, type_code: 'CC5000', description: 'FORMS' },
  { ...LAND, type_code: 'CC6000', description: 'SITE PLAN' },
];

/** First prices, to be changed by staff. */
const LAND_PRICES = [
  { type_code: 'CC1000', plan: null, amount: '5000.00' },
  { type_code: 'CC2000', plan: null, amount: '400.00' },
  { type_code: 'CC3000', plan: null, amount: '1000.00' },
  { type_code: 'CC4000', plan: null, amount: '600.00' },
  { type_code: 'CC5000', plan: null, amount: '150.00' },
  { type_code: 'CC6000', plan: null, amount: '800.00' },
] as const;

export const FIRST_PRICES = PRICE_YEARS.flatMap((year) =>
  [...DEFAULT_PRICES, ...LAND_PRICES].map((price) => ({ year, ...price })),
);

/** The identity documents of Ghana's drivers, as the form shows them. */
export const IDENTIFICATIONS = [
  'GHANA CARD',
  'PASSPORT',
  "DRIVER'S LICENCE",
  'VOTER ID',
  'NHIS CARD',
  'SSNIT',
] as const;
