import { normalizePhone } from '@banbo/contract';
import type { Answer, Momo, PaymentPrompt } from './momo.ts';
import { reasonIn, statusIn } from './mtn-answers.ts';
import { keepToken } from './mtn-token.ts';

const TIMEOUT_MS = 10_000;
/** A signal that aborts a call which takes too long. */
const inTime = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);
/** Far more than MTN's answers have; a longer one is not read. */
const MAX_ANSWER = 20_000;

/** `url` without a path; `user` and `key` are the API user's, `subscription` is the key of the Collections product. */
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

/** Statuses that refuse the request itself. Others are about us, our credentials or how often we call, and may pass. */
const REFUSES_REQUEST = new Set([400, 422]);

/** MTN's Collections API. Errors name statuses alone: requests and answers hold secrets and people's numbers. */
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

  /** Sends with a token, and once more with a new one where that was not accepted. */
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
