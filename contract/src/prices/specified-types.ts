/**
 * The payment types that screens are made for: each has a page of its own in the office and a line on the public site. The
 * codes find a type's rows and name no rule: how often it is paid, and after which other, is in the type's row alone.
 */
export const REGISTRATION_FEE = 'RF';
export const SUBSCRIPTION = 'SS';
export const DEVICE_PAYMENT = 'DP';
