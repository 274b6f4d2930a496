/** The form offers 20 years, starting here. */
export const FIRST_PAYMENT_YEAR = 2024;
export const PAYMENT_YEARS = Array.from({ length: 20 }, (_, index) => FIRST_PAYMENT_YEAR + index);

export const MISSING_PAYMENT_TYPE = 'Please select payment type';
export const MISSING_CAR_NUMBER = 'Please enter the car number';
export const MISSING_DRIVER_CODE = 'Please enter the driver code.';
export const MISSING_PAYMENT_YEAR = 'Please select the payment year.';
export const MISSING_PAYMENT_MONTH = 'Please select the payment month.';

/** Of a claim over the limits of its car, under which its own signed-in driver does not come; the form then leads to signing in. */
export const TOO_MANY_CLAIMS = 'Too many payments were sent today. Please sign in and send it again, or contact us.';

/** More than this is a slip of the thumb: some eighty times the dearest price. */
export const MAX_PAYMENT_AMOUNT = '100000.00';
export const TOO_LARGE_AMOUNT = 'The amount is more than GHS 100,000.00. Please check it.';
