import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { perMinute } from '../common/limits.ts';
import { Phone } from '../common/phone.ts';
import { PaymentSubmission } from '../payments/schemas.ts';
import { exportPrompts, listPrompts } from './prompt-list.ts';

const tags = ['payments'];

/**
 * Asks for a prompt: a fee as the payment form claims it, and the number of the phone that is asked to approve it. The
 * payment has no transaction ID until it is made.
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
 * `waiting` to be sent, `asked` on the phone, `late` where it was not approved within minutes and is still looked after; then
 * for good `paid`, `failed`, or `unknown` where the network did not say in a day.
 */
const PROMPT_STATES = ['waiting', 'asked', 'late', 'paid', 'failed', 'unknown'] as const;
export type PromptState = (typeof PROMPT_STATES)[number];

/** Both answers: the state, and a sentence for the payer that says it. */
const told = { state: z.enum(PROMPT_STATES), message: z.string() };

export const sendPrompt = endpoint('POST /payments/prompts', 'public', {
  summary: 'Ask a phone to approve a payment by MoMo',
  description:
    'Answers before the phone rings; ask for the prompt by its reference until its state is `paid`, `failed` or `unknown`. ' +
    'Refused with 422 where prompts are not set up, and with 409 while the phone has another one.',
  tags,
  idempotent: true,
  limits: [...perMinute({ caller: 20, address: 20 }), { by: 'address', max: 200, seconds: 86_400, shared: true }],
  errors: ['refused', 'already_paid', 'conflict'],
  body: PromptRequest,
  created: z.object({ success: z.literal(true), reference: z.uuid(), ...told }),
});

export const getPrompt = endpoint('GET /payments/prompts/:reference', 'public', {
  summary: 'What became of a prompt, for whoever has its reference',
  tags,
  // Some dozen phones behind one address may ask every few seconds.
  limits: perMinute({ caller: 120, address: 600 }),
  errors: ['not_found'],
  params: z.object({ reference: z.uuid('Not a reference.') }),
  answer: z.object({ status: z.literal(true), ...told }),
});

export const promptEndpoints = { sendPrompt, getPrompt, listPrompts, exportPrompts } as const;
