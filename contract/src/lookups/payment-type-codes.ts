/** The payment types with rules of their own: registration fee, monthly subscription, device payment. */
export const REGISTRATION_FEE = 'RF';
export const SUBSCRIPTION = 'SS';
export const DEVICE_PAYMENT = 'DP';
