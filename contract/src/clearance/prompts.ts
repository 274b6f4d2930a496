import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Money, Phone } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, textFilter } from '../common/lists/filters.ts';
import { formatPaidMonth } from '../payments/paid-month.ts';
import { EXAMPLE_PAYER, PaymentSubmission } from '../payments/schemas.ts';
import { PAYER_SIDES } from '../payments/status.ts';

const endpoint = endpointsOf('payments');

/** The states in which prompts are stored; a late one is still on the phone. */
const KEPT_STATES = ['waiting', 'asked', 'paid', 'failed', 'unknown'] as const;

export const PROMPT_STATE_LABELS = {
  waiting: 'To be sent',
  asked: 'On the phone',
  paid: 'Paid',
  failed: 'Failed',
  unknown: 'Not known',
} as const satisfies Record<(typeof KEPT_STATES)[number], string>;

/** The list reaches no further; older prompts are found by their phone. */
export const PROMPT_REACH = 10_000;

/** A prompt in the staff's list. */
export const PromptRecord = z.object({
  id: Id,
  created_at: z.iso.datetime(),
  /** Null of prompts for land. */
  driver_id: Id.nullable(),
  side: z.enum(PAYER_SIDES),
  /** The page of the office that shows whom it is paid for. */
  page: z.string(),
  driver_code: z.string(),
  car_number: z.string(),
  fullname: z.string(),
  /** E.164. Its owner need not be the driver. */
  payer_number: z.string(),
  payment_type: z.string(),
  payment_year: z.number().int().nullable(),
  payment_month: z.string().nullable(),
  amount: Money,
  state: z.enum(KEPT_STATES),
  /** The payer's message about a failure or an unknown result; null in other states. */
  reason: z.string().nullable(),
  transaction_id: z.string().nullable(),
});
export type PromptRecord = z.infer<typeof PromptRecord>;

export const promptList = defineList({
  name: 'prompts',
  url: '/prompts',
  access: 'payments.read',
  summary: 'Prompts to phones and what became of them, the newest first',
  tags: ['payments'],
  row: PromptRecord,
  filters: {
    state: choiceFilter('State', 'All', KEPT_STATES, (state) => PROMPT_STATE_LABELS[state]),
    payer_number: { ...textFilter('MoMo number', 24, { anyCharacters: true }), isPersonal: true },
  },
  sorts: ['-created_at', 'created_at'],
  columns: [
    columnOf('created_at', 'Sent', 'instant', { sort: 'created_at' }),
    columnOf('payer_number', 'MoMo number', 'phone'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('car_number', 'Car Number'),
    columnOf('fullname', 'Full Name', 'name'),
    columnOf('payment_type', 'Payment Code'),
    { key: 'month', header: 'Month', kind: 'text', value: (prompt) => formatPaidMonth(prompt, { short: true }) },
    { key: 'state', header: 'State', kind: 'text', value: ({ state }) => PROMPT_STATE_LABELS[state] },
    columnOf('reason', 'Reason'),
    columnOf('transaction_id', 'Transaction ID'),
    columnOf('amount', 'Amount', 'money'),
  ],
  reach: PROMPT_REACH,
});
export const listPrompts = promptList.page;
export const exportPrompts = promptList.file;

/**
 * Asks for a prompt: a fee as the payment form claims it, and the number of the phone that is asked
 * to approve it. The payment has no transaction ID until it is made.
 */
export const PromptRequest = PaymentSubmission.pick({
  car_number: true,
  driver_code: true,
  payment_type: true,
  payment_year: true,
  payment_month: true,
  amount: true,
}).extend({ payer_number: Phone });
export type PromptRequest = z.infer<typeof PromptRequest>;

/**
 * `waiting` to be sent, `asked` on the phone, `late` where it was not approved within minutes and
 * is still looked after; then for good `paid`, `failed`, or `unknown` where the network did not say
 * in a day.
 */
const PROMPT_STATES = ['waiting', 'asked', 'late', 'paid', 'failed', 'unknown'] as const;
export type PromptState = (typeof PROMPT_STATES)[number];

/** The fields of both answers: the state, and a sentence about it for the payer. */
const told = { state: z.enum(PROMPT_STATES), message: z.string() };

export const sendPrompt = endpoint('POST /payments/prompts', 'public', {
  summary: 'Ask a phone to approve a payment by MoMo',
  description:
    'Answers before the phone rings; ask for the prompt by its reference until its state is `paid`, `failed` or `unknown`. ' +
    'Refused with 422 where prompts are not set up, and with 409 while the phone has another one.',
  idempotent: true,
  limits: [...perMinute({ caller: 20, address: 20 }), { by: 'address', max: 200, seconds: 86_400, shared: true }],
  errors: ['refused', 'already_paid', 'conflict'],
  example: { ...EXAMPLE_PAYER, payment_type: 'RF', amount: '200.00', payer_number: '0244000001' },
  body: PromptRequest,
  created: z.object({ success: z.literal(true), reference: z.uuid(), ...told }),
});

export const getPrompt = endpoint('GET /payments/prompts/:reference', 'public', {
  summary: 'What became of a prompt, for whoever has its reference',
  // Some dozen phones behind one address may ask every few seconds.
  limits: perMinute({ caller: 120, address: 600 }),
  errors: ['not_found'],
  params: z.object({ reference: z.uuid('Not a reference.') }),
  answer: z.object({ status: z.literal(true), ...told }),
});

export const promptEndpoints = { sendPrompt, getPrompt, listPrompts, exportPrompts } as const;
