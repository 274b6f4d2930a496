import { z } from 'zod';
import { addDays } from '../common/calendar.ts';
import { endpointsOf } from '../common/endpoint.ts';
import { AnyPhone, Day, Id, Money } from '../common/fields.ts';
import { formatMoney } from '../common/formats.ts';
import { fromPesewas, toPesewas } from '../common/pesewas.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { Reason } from '../messages/reason.ts';
import { FeeMoney } from '../payments/fee-money.ts';
import { EXAMPLE_PAYER, PaymentSubmission } from '../payments/schemas.ts';
import { PAYER_SIDES, PAYMENT_MODES } from '../payments/status.ts';
import { MAX_PASTED_LENGTH, NO_ID_IN_MESSAGE } from '../payments/transaction-id.ts';
import { REGISTRATION_FEE, SUBSCRIPTION } from '../prices/price.ts';
import { NetworkCode } from '../site/schemas.ts';

const endpoint = endpointsOf('clearance');

export const MISSING_CAPTURED_ID = 'Please enter the transaction ID';
export const NOT_SEEN = 'Please confirm that you have seen this payment in the account.';
export const MISSING_BANK = 'Please choose the bank of the cheque.';
const MISSING_DRAWER = 'Please enter the drawer’s name, as it stands on the cheque.';
const MISSING_BANK_REFERENCE = 'Please enter the reference number of the transfer.';
const MISSING_CHEQUE_NUMBER = 'Please enter the number of the cheque.';
const WRONG_BANK_REFERENCE = 'A reference number has 4 to 32 letters and digits, with a digit among them.';
const WRONG_CHEQUE_NUMBER = 'A cheque’s number has up to 12 digits.';
const CASH_HAS_NO_ID = 'Cash has no transaction ID; it gets a number of its own.';

/** Days back from which money is recorded once another person has approved it. */
const BACKDATED_DAYS = 7;
export const isBackdated = (day: string, now: string): boolean => day < addDays(now, -BACKDATED_DAYS);
export const WAITS_FOR_APPROVAL = `Money of more than ${BACKDATED_DAYS} days ago waits until somebody else approves it.`;

/** A short text that may be empty, such as the reference of a transfer. */
const note = (subject: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${subject} has at most ${max} characters.`)
    .refine(isPlainText, unseenIn(subject))
    .optional();

const { amount } = PaymentSubmission.shape;

/** The details of a transfer besides its ID. `received_on` is today when it is not given. */
const transferFields = {
  amount,
  received_on: Day.optional(),
  /** Of a cheque it is the drawer's, and part of what tells cheques apart. */
  payer_name: note('The payer’s name', 120),
  reference: note('The reference', 60),
  /** The sender has seen the money in the company’s account itself, and not in a message alone. */
  seen_in_account: z.boolean().optional(),
};

/** A MoMo transaction ID alone, or the message that contains it. */
const CapturedId = z
  .string(MISSING_CAPTURED_ID)
  .max(MAX_PASTED_LENGTH, { error: NO_ID_IN_MESSAGE, abort: true })
  .refine((given) => given.trim() !== '', { error: MISSING_CAPTURED_ID, abort: true });

/** The network whose account received the money; absent where that is not known. */
const network = NetworkCode.optional();

export const CaptureMomo = z
  .strictObject({
    transaction_id: CapturedId,
    network,
    /** The payer's number; empty where the message names none. */
    mobile_number: z.union([z.literal(''), AnyPhone]),
    ...transferFields,
    /** The fields were filled in from a pasted message, which proves nothing by itself. */
    pasted: z.boolean().optional(),
  })
  .refine(({ pasted, seen_in_account }) => pasted !== true || seen_in_account === true, {
    error: NOT_SEEN,
    path: ['seen_in_account'],
  });
export type CaptureMomo = z.infer<typeof CaptureMomo>;

export const ClaimLookup = z.strictObject({ transaction_id: CapturedId, network });
export type ClaimLookup = z.infer<typeof ClaimLookup>;

const { car_number, driver_code, payment_type, payment_year, payment_month } = PaymentSubmission.shape;

/** One fee that a transfer pays, with how much of it. */
const PaidFee = z.strictObject({ car_number, driver_code, payment_type, payment_year, payment_month, amount });
export type PaidFee = z.infer<typeof PaidFee>;

/** More fees than a fleet pays at once, and few enough for one transaction. */
const MAX_PAID_FEES = 24;

const modeFields = {
  mode: z.enum(PAYMENT_MODES, 'Please choose how the money came.'),
  /** MoMo's transaction ID, a bank's reference number or a cheque's number; cash has none. */
  transaction_id: z.string().trim().max(MAX_PASTED_LENGTH, NO_ID_IN_MESSAGE).optional(),
  network,
  /** Of a cheque: the bank that it is drawn on, as the list of banks has it. */
  bank: z.string().max(60).optional(),
};

type ByMode = z.infer<z.ZodObject<typeof modeFields>> & {
  seen_in_account?: boolean | undefined;
  payer_name?: string | undefined;
};
type Problem = { path: string; message: string };

const MISSING_ID = { momo: MISSING_CAPTURED_ID, bank: MISSING_BANK_REFERENCE, cheque: MISSING_CHEQUE_NUMBER };

/** A bank's reference number without the signs that people write between its parts. */
export const bankReferenceOf = (given: string): string => given.toUpperCase().replace(/[\s/-]/g, '');

const idProblem = (mode: ByMode['mode'], id: string): string | null => {
  if (mode === 'cash') return id === '' ? null : CASH_HAS_NO_ID;
  if (id === '') return MISSING_ID[mode];
  const reference = bankReferenceOf(id);
  if (mode === 'bank') return /^(?=.*\d)[A-Z0-9]{4,32}$/.test(reference) ? null : WRONG_BANK_REFERENCE;
  if (mode === 'cheque') return /^\d{1,12}$/.test(reference) ? null : WRONG_CHEQUE_NUMBER;
  return null;
};

/** The problems of how the money came, by what each mode needs. */
const modeProblems = ({
  mode,
  transaction_id = '',
  bank = '',
  seen_in_account,
  payer_name = '',
}: ByMode): Problem[] => {
  const problem = idProblem(mode, transaction_id);
  const seen = seen_in_account === true || mode === 'cash' || mode === 'cheque';
  return [
    ...(problem === null ? [] : [{ path: 'transaction_id', message: problem }]),
    ...(mode === 'cheque' && bank.trim() === '' ? [{ path: 'bank', message: MISSING_BANK }] : []),
    ...(mode === 'cheque' && !/[\p{L}\p{N}]/u.test(payer_name)
      ? [{ path: 'payer_name', message: MISSING_DRAWER }]
      : []),
    ...(seen ? [] : [{ path: 'seen_in_account', message: NOT_SEEN }]),
  ];
};

type Split = {
  amount: string;
  payments: readonly { driver_code: string; amount: string }[];
  credit_to?: string | undefined;
};

/** The pesewas of a transfer that its rows leave; negative where they are more than it. */
export const restOf = ({ amount: whole, payments }: Pick<Split, 'amount' | 'payments'>): bigint =>
  toPesewas(whole) - payments.reduce((sum, one) => sum + toPesewas(one.amount), 0n);

/** True for a driver code, in any case, that a row has. */
const isAmong = (code: string, payments: Split['payments']): boolean =>
  payments.some(({ driver_code: one }) => one.trim().toUpperCase() === code.trim().toUpperCase());

const splitProblem = ({ credit_to = '', ...split }: Split): Problem | null => {
  // Skipped while a row is wrong by itself.
  if (split.payments.length === 0 || split.payments.some(({ amount: one }) => toPesewas(one) === 0n)) return null;
  const rest = restOf(split);
  const left = formatMoney(fromPesewas(rest < 0n ? -rest : rest));
  if (rest < 0n) return { path: 'amount', message: `The payments are ${left} more than the money received.` };
  if (rest === 0n) {
    return credit_to === '' ? null : { path: 'credit_to', message: 'Nothing is left to become somebody’s credit.' };
  }
  if (credit_to === '')
    return { path: 'credit_to', message: `${left} is left. Please choose whose credit it becomes.` };
  return isAmong(credit_to, split.payments)
    ? null
    : { path: 'credit_to', message: 'Please choose one of the drivers who are paid for.' };
};

const say = (problems: readonly Problem[], context: z.core.$RefinementCtx): void => {
  for (const { path, message } of problems) context.addIssue({ code: 'custom', path: [path], message });
};

/** How money came at the desk, whatever it is for. */
export const MONEY_AT_DESK = { ...modeFields, ...transferFields };
export type MoneyAtDesk = z.infer<z.ZodObject<typeof MONEY_AT_DESK>>;

/** Adds the problems of how the money came to those of a body. */
export const checkMoneyAtDesk = (given: MoneyAtDesk, context: z.core.$RefinementCtx): void =>
  say(modeProblems(given), context);

/**
 * Money that staff received, and the fees that it pays: its rows, and what is left as a driver's
 * credit.
 */
export const ReceivedPayment = z
  .strictObject({
    ...modeFields,
    ...transferFields,
    payments: z
      .array(PaidFee)
      .min(1, 'Please add what is paid.')
      .max(MAX_PAID_FEES, `At most ${MAX_PAID_FEES} payments at once.`),
    /** The code of the driver who gets the rest as credit: one of the rows' drivers. */
    credit_to: z.string().max(20).optional(),
  })
  .superRefine((given, context) => {
    say(modeProblems(given), context);
    const problem = splitProblem(given);
    if (problem) say([problem], context);
  });
export type ReceivedPayment = z.infer<typeof ReceivedPayment>;

const feeFields = { ...modeFields, mode: modeFields.mode.optional(), ...transferFields, car_number, driver_code };
const ofMode = (given: Omit<ByMode, 'mode'> & { mode?: ByMode['mode'] | undefined }, context: z.core.$RefinementCtx) =>
  say(modeProblems({ ...given, mode: given.mode ?? 'momo' }), context);

/** A registration fee that staff received; by MoMo when no mode is given. */
export const ReceivedRegistrationFee = z.strictObject(feeFields).superRefine(ofMode);
/** A month's subscription that staff received. */
export const ReceivedSubscription = z
  .strictObject({ ...feeFields, payment_year: payment_year.unwrap(), payment_month: payment_month.unwrap() })
  .superRefine(ofMode);

/** A waiting claim, as shown to the staff who receive its money. */
export const WaitingClaim = z.object({
  payment_id: Id,
  side: z.enum(PAYER_SIDES),
  mobile_number: z.string(),
  amount: Money,
  /** Of the land side the tenant's code or the application, and the plot. */
  car_number: z.string(),
  /** Empty on the land side. */
  driver_code: z.string(),
  fullname: z.string(),
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  transaction_date: Day,
  ...FeeMoney.shape,
});
export type WaitingClaim = z.infer<typeof WaitingClaim>;

export const findClaim = endpoint('POST /clearance', 'payments.receive', {
  summary: 'The claim that waits for the money of a transaction ID',
  description: 'Without one it is 404; 409 says what has become of an ID that was captured or cleared before.',
  errors: ['not_found', 'conflict'],
  body: ClaimLookup,
  answer: z.object({ status: z.literal(true), message: z.string(), data: WaitingClaim }),
});

/** The receipts that were issued with it, as people name them: `R000557`. */
const issued = { receipts: z.array(z.string()) };

export const captureMomo = endpoint('POST /payments/capture_momo', 'payments.receive', {
  summary: 'Capture money that the MoMo account received',
  description:
    'Clears the claim with the same transaction ID and amount, where it reaches the price; anything else waits for a ' +
    'person. Capturing the same twice changes nothing; with another amount it is refused with 409 `conflict`. Money of ' +
    'more than seven days ago waits for approval by another person.',
  idempotent: true,
  errors: ['conflict'],
  example: { transaction_id: '68576000001', mobile_number: '0244000001', amount: '200.00', reference: '' },
  body: CaptureMomo,
  created: z.object({
    success: z.literal(true),
    /** `already`: it was captured before; `asked`: it waits for approval by another person. */
    result: z.enum(['cleared', 'differs', 'no_claim', 'already', 'asked']),
    message: z.string(),
    /** The payments that it cleared. */
    payment_ids: z.array(Id),
    /** The money as it is recorded; null while it waits for approval. */
    transfer_id: Id.nullable(),
    ...issued,
  }),
});

/** The payment type of each path that receives, shows and corrects fees of one type. */
export const FEE_TYPES = { '/reg_fees': REGISTRATION_FEE, '/monthly_subscriptions': SUBSCRIPTION } as const;

const received = z.object({
  success: z.literal(true),
  message: z.string(),
  /** Entered by staff; for cash, made by the server. Empty while it waits for approval. */
  transaction_id: z.string(),
  /** In the order of the rows, and last the credit. None while it waits for approval. */
  payment_ids: z.array(Id),
  ...issued,
});

/** How an endpoint answers that receives money at the desk. */
export const RECEIVING = {
  idempotent: true,
  errors: ['refused', 'already_paid', 'transaction_id_taken', 'conflict'],
  created: received,
} as const;

export const receivePayment = endpoint('POST /payments/receive', 'payments.receive', {
  ...RECEIVING,
  summary: 'Receive a transfer, cash or a cheque for one or several fees, and clear them',
  description:
    'Less than a price is held as credit towards it. All or nothing; a refusal names the row by its index, ' +
    '`body.payments.1.payment_type`. Money of more than seven days ago waits for approval by another person.',
  example: { mode: 'cash', amount: '200.00', payments: [{ ...EXAMPLE_PAYER, payment_type: 'RF', amount: '200.00' }] },
  body: ReceivedPayment,
});

export const receiveRegistrationFee = endpoint('POST /reg_fees', 'payments.receive', {
  ...RECEIVING,
  summary: 'Receive a driver’s registration fee, and clear it',
  example: { mode: 'cash', amount: '200.00', ...EXAMPLE_PAYER },
  body: ReceivedRegistrationFee,
});

export const receiveSubscription = endpoint('POST /monthly_subscriptions', 'payments.receive', {
  ...RECEIVING,
  summary: 'Receive a driver’s subscription of a month, and clear it',
  example: { mode: 'cash', amount: '300.00', ...EXAMPLE_PAYER, payment_year: 2026, payment_month: 'NOVEMBER' },
  body: ReceivedSubscription,
});

/** Another amount of cash, and why. */
export const CashCorrection = z.strictObject({ amount, reason: Reason });
export type CashCorrection = z.infer<typeof CashCorrection>;

export const correctCash = endpoint('POST /cash_corrections/:id', 'payments.receive', {
  summary: 'Correct the amount of cash, or ask for it',
  description:
    'Of somebody else’s cash, by whoever may reverse payments and had no hand in it, it holds at once; for whoever took ' +
    'it, once such a person has approved it. The payment is reversed as money that never came, and the right amount is ' +
    'received for the same fee and day, in the name of whoever took it. Both count on the day of the correction.',
  idempotent: true,
  errors: ['not_found', 'already_paid', 'conflict', 'refused'],
  example: { amount: '100.00', reason: 'Typed wrongly.' },
  body: CashCorrection,
  created: z.object({
    status: z.literal(true),
    message: z.string(),
    /** The payment of the right amount and its credit; none while it waits for approval. */
    payment_ids: z.array(Id),
    ...issued,
  }),
});

export const deskEndpoints = {
  findClaim,
  captureMomo,
  receivePayment,
  receiveRegistrationFee,
  receiveSubscription,
  correctCash,
} as const;
