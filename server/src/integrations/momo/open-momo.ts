import { mtnMomo } from './mtn-momo.ts';

/** A payment request that the payer approves on their phone. */
export type PaymentPrompt = {
  /** A UUID of version 4, by which the provider knows a repeat of the same request. */
  reference: string;
  /** Money text with two decimals. */
  amount: string;
  /** In E.164 form. */
  payer: string;
  /** Our own number of it, which the provider's statements show. */
  externalId: string;
  /** A line that the payer's phone shows, of plain letters and digits. */
  message: string;
};

/** `repeated`: the reference was accepted before. `reason` is the provider's for its refusal. */
export type Answer = { kind: 'accepted' } | { kind: 'repeated' } | { kind: 'refused'; reason: string };

/** `absent`: the provider never accepted the reference. `amount` is in the prompts' currency. */
export type PromptStatus =
  | { kind: 'pending' }
  | { kind: 'paid'; transactionId: string; amount: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'absent' };

/**
 * A mobile money service that asks a payer to approve a payment. Both calls reject where no clear
 * answer came; a request may then have been accepted or not, and can be sent again under its
 * reference.
 */
export type Momo = {
  ask: (prompt: PaymentPrompt) => Promise<Answer>;
  statusOf: (reference: string) => Promise<PromptStatus>;
};

/** The network whose account the prompts' money comes to. */
export const PROMPT_NETWORK = 'MTN';

type Settings = {
  MOMO_URL?: string | undefined;
  MOMO_USER?: string | undefined;
  MOMO_KEY?: string | undefined;
  MOMO_SUBSCRIPTION?: string | undefined;
  MOMO_ENVIRONMENT: string;
  MOMO_CURRENCY: string;
};

/** The service that asks payers to approve, by the settings; null while none is set up. */
export const openMomo = (settings: Settings): Momo | null => {
  const { MOMO_URL: url, MOMO_USER: user, MOMO_KEY: key, MOMO_SUBSCRIPTION: subscription } = settings;
  if (url === undefined || user === undefined || key === undefined || subscription === undefined) return null;
  return mtnMomo({
    ...{ url, user, key, subscription },
    environment: settings.MOMO_ENVIRONMENT,
    currency: settings.MOMO_CURRENCY,
  });
};
