import { z } from 'zod';
import { MONTH_CODES } from '../common/calendar.ts';
import { CarNumber, Id, PositiveMoney, typedYear } from '../common/fields.ts';
import { MAX_PHONE_LENGTH } from '../common/formats.ts';
import { toPesewas } from '../common/pesewas.ts';
import { isPlainText } from '../common/text.ts';
import { NetworkCode } from '../site/schemas.ts';
import {
  FIRST_PAYMENT_YEAR,
  MAX_PAYMENT_AMOUNT,
  MISSING_DRIVER_CODE,
  MISSING_PAYMENT_MONTH,
  MISSING_PAYMENT_TYPE,
  MISSING_PAYMENT_YEAR,
  TOO_LARGE_AMOUNT,
} from './claim-rules.ts';
import { MAX_PASTED_LENGTH, MISSING_TRANSACTION_ID, NO_ID_IN_MESSAGE } from './transaction-id.ts';

/**
 * A MoMo transaction ID alone, or the message that contains it; `findTransactionId` extracts the
 * ID.
 */
export const TransactionId = z
  .string(MISSING_TRANSACTION_ID)
  .max(MAX_PASTED_LENGTH, { error: NO_ID_IN_MESSAGE, abort: true })
  .refine((given) => given.trim() !== '', { error: MISSING_TRANSACTION_ID, abort: true });

/** The code of the payment type that a form sends, in any case. */
export const ClaimedType = z
  .string(MISSING_PAYMENT_TYPE)
  .trim()
  .min(1, MISSING_PAYMENT_TYPE)
  .max(20)
  .refine(isPlainText, MISSING_PAYMENT_TYPE);

const year = typedYear(FIRST_PAYMENT_YEAR, FIRST_PAYMENT_YEAR + 19, MISSING_PAYMENT_YEAR);
const nothing = z.literal('').transform(() => undefined);

/** The year of a monthly type; of another none, or an empty text. */
const PaymentYear = z.union([year, nothing], MISSING_PAYMENT_YEAR).optional();
/** The month of a monthly type in uppercase, `NOVEMBER`; of another none, or an empty text. */
const PaymentMonth = z.union([z.enum(MONTH_CODES, MISSING_PAYMENT_MONTH), nothing], MISSING_PAYMENT_MONTH).optional();

/** The payer of the examples in the API's description, whom no installation has. */
export const EXAMPLE_PAYER = { car_number: 'GR 1234-24', driver_code: 'DRV0000017' } as const;

/**
 * A driver's claim to have paid. The server finds the driver by car number and driver code;
 * `fullname` and `mobile_number` are copies of what the form shows and are not stored, nor is
 * `network`, which only says how the transaction ID is written.
 */
export const PaymentSubmission = z.strictObject({
  driver_id: Id.optional(),
  car_number: CarNumber,
  fullname: z.string().max(200).optional(),
  driver_code: z.string(MISSING_DRIVER_CODE).trim().min(1, MISSING_DRIVER_CODE).max(20),
  mobile_number: z.string().max(MAX_PHONE_LENGTH).optional(),
  payment_type: ClaimedType,
  payment_year: PaymentYear,
  payment_month: PaymentMonth,
  amount: PositiveMoney.refine((amount) => toPesewas(amount) <= toPesewas(MAX_PAYMENT_AMOUNT), TOO_LARGE_AMOUNT),
  transaction_id: TransactionId,
  /**
   * The code of the payer's network, if they know it; one that is no longer offered counts as not
   * known.
   */
  network: NetworkCode.optional(),
});
export type PaymentSubmission = z.infer<typeof PaymentSubmission>;
