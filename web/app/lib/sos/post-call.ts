import type { SosState } from '@banbo/contract';
import { withTimeout } from '../api/time-limit.ts';
import type { KeptCall, PhonePlace } from './kept-call.ts';

/** Milliseconds after which a silent line counts as none: the next try may find a better one. */
const ANSWER_MS = 12_000;
/** Of a 429 without `Retry-After`. */
const USUAL_WAIT_S = 30;

/** A try that must be repeated, with the reason that the caller is shown. */
export type Unsent = { kind: 'unsent'; reason: 'network' | 'busy' | 'server'; waitMs?: number };

/** The result of one try. `refused` is final: the server does not know the caller or the call. */
export type SosOutcome = { kind: 'answered'; state: SosState } | { kind: 'refused'; message: string } | Unsent;

const unsentBy = ({ status, headers }: Response): Unsent | null => {
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? '') || USUAL_WAIT_S;
    return { kind: 'unsent', reason: 'busy', waitMs: seconds * 1000 };
  }
  return status === 408 || status >= 500 ? { kind: 'unsent', reason: 'server' } : null;
};

const isState = (answer: unknown): answer is SosState => typeof Object(answer).raised_at === 'string';

const post = async (path: string, body: object, token: string | null, stop?: AbortSignal): Promise<SosOutcome> => {
  const headers: Record<string, string> = {
    ...{ accept: 'application/json', 'content-type': 'application/json', 'x-requested-with': 'banbo' },
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
  const send = async (signal: AbortSignal): Promise<SosOutcome> => {
    const response = await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const unsent = unsentBy(response);
    if (unsent) return unsent;
    const answer: unknown = await response.json();
    if (response.ok && isState(answer)) return { kind: 'answered', state: answer };
    // A hotel's or a network's own page answers, too, and is no word of the server.
    const { message } = Object(answer) as { message?: unknown };
    return typeof message === 'string' && !response.ok
      ? { kind: 'refused', message }
      : { kind: 'unsent', reason: 'network' };
  };
  try {
    return await withTimeout(ANSWER_MS, send, stop);
  } catch {
    return { kind: 'unsent', reason: 'network' };
  }
};

type Sending = { token?: string | null; stop?: AbortSignal };

/** Sends a call for help. It does not wait for a session: car number and code are enough. */
export const postCall = (call: KeptCall, { token = null, stop }: Sending = {}): Promise<SosOutcome> => {
  const { secret, pressed_at, car, place, battery_percent } = call;
  const body = {
    ...{ secret, pressed_at },
    ...(car && { driver_code: car.driver_code, car_number: car.car_number }),
    ...(place && { place }),
    ...(battery_percent !== undefined && { battery_percent }),
  };
  return post('/sos', body, token, stop);
};

type Following = { place?: PhonePlace; battery_percent?: number; is_safe?: true; wants_code?: true; code?: string };

/** Asks where a sent call stands, and gives a newer place, the word of safety or a code. */
export const postFollow = (secret: string, more: Following, stop?: AbortSignal): Promise<SosOutcome> =>
  post('/sos/follow', { secret, ...more }, null, stop);
