/** The drivers' three types with their fees, and the land side's six with a first price for staff to change. */
export const PAYMENT_TYPES = [
  { type_code: 'RF', description: 'REGISTRATION FEE', side: 'drivers', amount: '200.00' },
  { type_code: 'SS', description: 'MONTHLY SUBSCRIPTION', side: 'drivers', amount: '300.00' },
  { type_code: 'DP', description: 'DEVICE PAYMENT', side: 'drivers', amount: '1500.00' },
  { type_code: 'CC1000', description: 'SALES & REGULARIZATION', side: 'tenants', amount: '5000.00' },
  { type_code: 'CC2000', description: 'GROUND RENT', side: 'tenants', amount: '400.00' },
  { type_code: 'CC3000', description: 'CUSTOMARY DRINK', side: 'tenants', amount: '1000.00' },
  { type_code: 'CC4000', description: 'DIGGING FEE', side: 'tenants', amount: '600.00' },
  { type_code: 'CC5000', description: 'FORMS', side: 'tenants', amount: '150.00' },
  { type_code: 'CC6000', description: 'SITE PLAN', side: 'tenants', amount: '800.00' },
] as const;

export const PRICE_YEARS = [2024, 2025, 2026, 2027] as const;

/** The identity documents of Ghana's drivers, as the form shows them. */
export const IDENTIFICATIONS = [
  'GHANA CARD',
  'PASSPORT',
  "DRIVER'S LICENCE",
  'VOTER ID',
  'NHIS CARD',
  'SSNIT',
] as const;
