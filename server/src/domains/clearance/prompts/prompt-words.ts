import { formatMoney, maskPhone, type PaymentStatus, type PromptState, transactionName } from '@banbo/contract';
import type { Prompt } from './prompts.repo.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds until which an unanswered prompt is sent again. */
export const SENT_WITHIN_MS = 2 * MINUTE;
/** Milliseconds after which a request that the network does not know will never be accepted. */
export const NOT_ACCEPTED_AFTER_MS = SENT_WITHIN_MS + MINUTE;
/** Milliseconds that a payer has to approve; the network may report the end late. */
export const APPROVED_WITHIN_MS = 5 * MINUTE;
/** Milliseconds after which a prompt is given up. */
const GIVEN_UP_AFTER_MS = 24 * HOUR;

/** Milliseconds between two polls by the prompt's age. */
const PAUSES: readonly (readonly [age: number, pause: number])[] = [
  [MINUTE, 3 * SECOND],
  [6 * MINUTE, 10 * SECOND],
  [HOUR, 2 * MINUTE],
  [GIVEN_UP_AFTER_MS, 30 * MINUTE],
];

/** The next poll of a prompt made at this moment; null once it is given up. */
export const nextCheck = (created: Date, now: Date): Date | null => {
  const age = now.getTime() - created.getTime();
  const pause = PAUSES.find(([upTo]) => age < upTo)?.[1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
};

/** The reason of a prompt that was never accepted; the others are the network's. */
export const NOT_SENT = 'NOT_SENT';

const NOTHING_TAKEN = 'No money was taken.';
const BY_HAND = 'Please send the money yourself, or contact us.';

const DECLINED = `The prompt was declined on the phone. ${NOTHING_TAKEN}`;
const TOO_LATE = `The prompt was not approved in time. ${NOTHING_TAKEN} Send it again when the phone is at hand.`;
const NOT_CARRIED_OUT = `MTN could not carry out the payment just now. ${NOTHING_TAKEN} Please try again in a little while.`;
const NOT_WORKING = `Prompts do not work here just now. ${NOTHING_TAKEN} ${BY_HAND}`;
const NO_REASON = `MTN did not carry out the payment. ${NOTHING_TAKEN} Please try again, or send the money yourself.`;

/** Sentences for the network's reasons and ours; unknown ones get `NO_REASON`. */
const REASONS: Readonly<Record<string, string>> = {
  PAYER_NOT_FOUND: `This number has no MTN MoMo account. ${NOTHING_TAKEN} Please check the number, or send the money yourself.`,
  NOT_ENOUGH_FUNDS: `There is not enough money in this MoMo account. ${NOTHING_TAKEN}`,
  PAYER_LIMIT_REACHED: `This MoMo account has reached its limit of payments. ${NOTHING_TAKEN} Please pay from another account, or tomorrow.`,
  PAYEE_NOT_ALLOWED_TO_RECEIVE: `Our account cannot take this payment just now. ${NOTHING_TAKEN} Please contact us.`,
  REJECTED: DECLINED,
  APPROVAL_REJECTED: DECLINED,
  EXPIRED: TOO_LATE,
  COULD_NOT_PERFORM_TRANSACTION: TOO_LATE,
  NOT_ALLOWED: `This MoMo account may not make this payment. ${NOTHING_TAKEN} ${BY_HAND}`,
  NOT_ALLOWED_TARGET_ENVIRONMENT: NOT_WORKING,
  INVALID_CURRENCY: NOT_WORKING,
  SERVICE_UNAVAILABLE: NOT_CARRIED_OUT,
  INTERNAL_PROCESSING_ERROR: NOT_CARRIED_OUT,
  [NOT_SENT]: `The prompt could not be sent. ${NOTHING_TAKEN} Please try again, or send the money yourself.`,
};

export const shownState = ({ state, created_at }: Pick<Prompt, 'state' | 'created_at'>, now: Date): PromptState =>
  state === 'asked' && now.getTime() - created_at.getTime() >= APPROVED_WITHIN_MS ? 'late' : state;

type PromptFacts = Pick<Prompt, 'amount' | 'payer_number' | 'reason' | 'transaction_id'>;

/** The sentence for the payer; `payment` is the state of the prompt's payment. */
export const wordsOfPrompt = (
  prompt: PromptFacts,
  state: PromptState,
  payment: PaymentStatus | null = null,
): string => {
  const amount = formatMoney(prompt.amount);
  const phone = maskPhone(prompt.payer_number);
  const received = `Thank you. Your payment of ${amount} was received`;
  const sentences: Record<PromptState, string> = {
    waiting: `The prompt is on its way to ${phone}.`,
    asked: `Approve ${amount} on the phone ${phone} with your MoMo PIN.`,
    late: `The prompt on ${phone} was not approved in time. If it is approved later, the payment still counts.`,
    paid:
      payment === 'cleared'
        ? `${received} and cleared. The transaction ID is ${transactionName(prompt.transaction_id ?? '')}.`
        : `${received} and waits to be cleared. The transaction ID is ${transactionName(prompt.transaction_id ?? '')}.`,
    failed: REASONS[prompt.reason] ?? NO_REASON,
    unknown:
      'MTN did not tell us whether this was paid. Please check your MoMo messages: if money left your account, contact us with its transaction ID.',
  };
  return sentences[state];
};
