import { fromPesewas, normalizePhone, toPesewas } from '@banbo/contract';
import { z } from 'zod';
import type { Answer, Momo, PaymentPrompt, PromptStatus } from './open-momo.ts';

/** A token and the seconds for which it is good; some answers give them as text. */
const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

const REASON = /^[A-Z][A-Z0-9_]{1,79}$/;

/** MTN's word for a failure, in whichever of its forms; `UNKNOWN` for another. */
export const reasonIn = (given: unknown): string => {
  const code = given instanceof Object && 'code' in given ? given.code : given;
  const word = typeof code === 'string' ? code.trim().toUpperCase() : '';
  return REASON.test(word) ? word : 'UNKNOWN';
};

/** Money text of a number or a text with two decimals at most. Throws for any other. */
const moneyOf = (given: string | number): string => {
  const text = String(given).trim();
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) throw new Error('MTN answered an amount that cannot be read');
  const [whole = '', cents = ''] = text.split('.');
  return fromPesewas(toPesewas(`${whole}.${cents.padEnd(2, '0')}`));
};

const Status = z.object({
  status: z.enum(['PENDING', 'SUCCESSFUL', 'FAILED']),
  amount: z.union([z.string(), z.number()]).nullish(),
  currency: z.string().nullish(),
  financialTransactionId: z.union([z.string(), z.number()]).nullish(),
  reason: z.unknown().optional(),
});

const ID = /^(?=.*\d)[A-Z0-9]{1,32}$/;

/** Reads a status answer. Throws if it is unreadable or in another currency. */
export const statusIn = (answer: unknown, currency: string): PromptStatus => {
  const parsed = Status.safeParse(answer);
  if (!parsed.success) throw new Error('MTN answered a status that cannot be read');
  const { status, amount, financialTransactionId, reason } = parsed.data;
  if (status === 'PENDING') return { kind: 'pending' };
  if (status === 'FAILED') return { kind: 'failed', reason: reasonIn(reason) };
  const transactionId = String(financialTransactionId ?? '')
    .trim()
    .toUpperCase();
  if (!ID.test(transactionId)) throw new Error('MTN answered a payment without a transaction ID');
  if (amount === undefined || amount === null) throw new Error('MTN answered a payment without an amount');
  if ((parsed.data.currency ?? currency) !== currency) throw new Error('MTN answered a payment in another currency');
  return { kind: 'paid', transactionId, amount: moneyOf(amount) };
};

/** A token is renewed so many milliseconds before its end: a call may be on its way so long. */
const EARLY_MS = 60_000;

type TokenKeeper = {
  /** The token, a new one where none is good any more. Calls at one moment ask for one together. */
  current: () => Promise<string>;
  /** Drops a refused token, unless it has been replaced already. */
  drop: (token: string) => void;
};

/** Keeps the fetched token and renews it a minute before its end. `now` gives milliseconds. */
const keepToken = (fetchToken: () => Promise<unknown>, now: () => number = Date.now): TokenKeeper => {
  let kept: { token: string; until: number } | null = null;
  let running: Promise<string> | null = null;

  const renew = async (): Promise<string> => {
    const asked = now();
    const answer = TokenAnswer.safeParse(await fetchToken());
    if (!answer.success) throw new Error('MTN answered a token that cannot be read');
    const { access_token, expires_in } = answer.data;
    kept = { token: access_token, until: asked + expires_in * 1000 - EARLY_MS };
    return access_token;
  };

  return {
    current: async () => {
      if (kept && now() < kept.until) return kept.token;
      running ??= renew().finally(() => {
        running = null;
      });
      return running;
    },
    drop: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
};

const TIMEOUT_MS = 10_000;
/** A signal that aborts a call which takes too long. */
const inTime = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);
/** Far more than MTN's answers have; a longer one is not read. */
const MAX_ANSWER = 20_000;

/** `url` has no path; `user` and `key` are the API user's, `subscription` the Collections key. */
export type MtnSettings = {
  url: string;
  user: string;
  key: string;
  subscription: string;
  environment: string;
  currency: string;
};

/** JSON of an answer; null where it has none. */
const bodyOf = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (text.length > MAX_ANSWER) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** MTN takes the number of a payer without the plus. */
const partyId = (payer: string): string => (normalizePhone(payer) ?? payer).replace(/^\+/, '');

/** Statuses that refuse the request itself. Others concern us or our rate, and may pass. */
const REFUSES_REQUEST = new Set([400, 422]);

/** MTN's Collections API. Errors name only statuses: calls hold secrets and people's numbers. */
export const mtnMomo = (settings: MtnSettings, { deadline = inTime, now = Date.now } = {}): Momo => {
  const { url, user, key, subscription, environment, currency } = settings;
  const base = `${url.endsWith('/') ? url.slice(0, -1) : url}/collection`;

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      return await fetch(`${base}${path}`, { ...init, redirect: 'error', signal: deadline() });
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new Error(isLate ? 'MTN did not answer in time' : 'MTN could not be reached');
    }
  };

  const token = keepToken(async () => {
    const basic = Buffer.from(`${user}:${key}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'ocp-apim-subscription-key': subscription };
    const response = await send('/token/', { method: 'POST', headers });
    const answer = await bodyOf(response);
    if (!response.ok) throw new Error(`MTN answered ${response.status} to the request for a token`);
    return answer;
  }, now);

  /** Sends with a token, and again with a new one if that was refused. */
  const call = async (path: string, { headers, ...init }: RequestInit = {}): Promise<Response> => {
    const withToken = async (bearer: string) =>
      send(path, {
        ...init,
        headers: {
          ...(headers as Record<string, string>),
          authorization: `Bearer ${bearer}`,
          'x-target-environment': environment,
          'ocp-apim-subscription-key': subscription,
        },
      });
    const first = await token.current();
    const response = await withToken(first);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    token.drop(first);
    return withToken(await token.current());
  };

  const ask = async ({ reference, amount, payer, externalId, message }: PaymentPrompt): Promise<Answer> => {
    const response = await call('/v1_0/requesttopay', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-reference-id': reference },
      body: JSON.stringify({
        amount,
        currency,
        externalId,
        payer: { partyIdType: 'MSISDN', partyId: partyId(payer) },
        payerMessage: message,
        payeeNote: message,
      }),
    });
    if (response.ok || response.status === 409) {
      await response.body?.cancel();
      return { kind: response.ok ? 'accepted' : 'repeated' };
    }
    const answer = await bodyOf(response);
    if (REFUSES_REQUEST.has(response.status)) return { kind: 'refused', reason: reasonIn(answer) };
    throw new Error(`MTN answered ${response.status} to a request to pay`);
  };

  return {
    ask,
    statusOf: async (reference) => {
      const response = await call(`/v1_0/requesttopay/${encodeURIComponent(reference)}`);
      const answer = await bodyOf(response);
      if (response.status === 404) return { kind: 'absent' };
      if (!response.ok) throw new Error(`MTN answered ${response.status} to a question for a status`);
      return statusIn(answer, currency);
    },
  };
};
