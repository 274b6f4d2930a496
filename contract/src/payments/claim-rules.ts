/** The form offers 20 years, starting here. */
export const FIRST_PAYMENT_YEAR = 2024;
export const PAYMENT_YEARS = Array.from({ length: 20 }, (_, index) => FIRST_PAYMENT_YEAR + index);

export const MISSING_PAYMENT_TYPE = 'Please select payment type';
export const MISSING_CAR_NUMBER = 'Please enter the car number';
export const MISSING_DRIVER_CODE = 'Please enter the driver code.';
export const MISSING_PAYMENT_YEAR = 'Please select the payment year.';
export const MISSING_PAYMENT_MONTH = 'Please select the payment month.';

/**
 * Refuses a claim over the limits of its car. They do not hold for the car's own signed-in driver,
 * so the form leads to signing in.
 */
export const TOO_MANY_CLAIMS = 'Too many payments were sent today. Please sign in and send it again, or contact us.';

/** A larger amount is a typing error: this is some eighty times the highest price. */
export const MAX_PAYMENT_AMOUNT = '100000.00';
export const TOO_LARGE_AMOUNT = 'The amount is more than GHS 100,000.00. Please check it.';
