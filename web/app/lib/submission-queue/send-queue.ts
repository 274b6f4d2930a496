import { CALL_MS, UPLOAD_MS, withTimeout } from '../api/time-limit.ts';
import { afterSilence, isKeptNoMore, remainsOf, withoutFuture } from './queue-expiry.ts';
import type { QueuedSubmission } from './queue-store.ts';
import { alone, amendQueued, enqueue, listQueue, removeQueued, withoutDeadFacts } from './queue-store.ts';

type Answered = { state: 'received' | 'refused' } & Pick<QueuedSubmission, 'message' | 'fields' | 'answer'>;
/** The item must be tried again; a refusing server has still told its time. */
type Unanswered = { state: 'waiting'; serverTime: Date | null };

/** The result of one try to send an item. */
type Outcome = Answered | Unanswered;

/** Statuses that do not concern the form: too many calls, a slow line, a server in trouble. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

const payload = ({
  format,
  body,
  photo,
}: QueuedSubmission): { body: FormData | string; headers: Record<string, string> } => {
  if (format === 'json') return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, String(value));
  if (photo) form.append('file', photo, photo.name);
  return { body: form, headers: {} };
};

const timeOf = ({ headers }: Response): Date | null => {
  const time = new Date(headers.get('date') ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
};

type Refusal = { message?: string; issues?: { path: string; message: string }[] };

export const sendSubmission = async (item: QueuedSubmission, post: typeof fetch = fetch): Promise<Outcome> => {
  const { body, headers } = payload(item);
  const send = async (signal: AbortSignal): Promise<Outcome> => {
    const response = await post(item.url, {
      method: 'POST',
      headers: {
        ...headers,
        accept: 'application/json',
        'x-requested-with': 'banbo',
        'idempotency-key': item.key,
      },
      body,
      signal,
    });
    if (isPassing(response.status)) return { state: 'waiting', serverTime: timeOf(response) };
    const answer = await response.json();
    if (response.ok) return { state: 'received', message: answer.message, answer };
    const { message = `The server answered ${response.status}.`, issues = [] }: Refusal = answer;
    const fields = Object.fromEntries(issues.map((issue) => [issue.path.replace(/^body\./, ''), issue.message]));
    return { state: 'refused', message, fields };
  };
  try {
    return await withTimeout(item.format === 'json' ? CALL_MS : UPLOAD_MS, send);
  } catch {
    return { state: 'waiting', serverTime: null };
  }
};

/** Ends an expired item: a received one is deleted, of another its remains stay. */
const expire = (item: QueuedSubmission): Promise<void> =>
  item.state === 'received' ? removeQueued(item) : enqueue(remainsOf(item));

/** Handles an item after a failed try. Returns false if the item has expired. */
const keepOn = async (item: QueuedSubmission, serverTime: Date | null): Promise<boolean> => {
  const kept = serverTime ? afterSilence(item, serverTime) : item;
  if (!kept) await expire(item);
  else if (kept !== item) await amendQueued(kept);
  return kept !== null;
};

/**
 * Expires items that were answered 30 days ago, and removes old facts from confirmations. Waiting
 * items expire at sending.
 */
const expireAnswered = async (now: Date): Promise<void> => {
  for (const item of await listQueue()) {
    if (item.state === 'expired') continue;
    const dated = withoutDeadFacts(withoutFuture(item, now), now);
    if (item.state !== 'waiting' && isKeptNoMore(dated, now)) await expire(dated);
    else if (dated !== item) await amendQueued(dated);
  }
};

/** A received item keeps only its answer: the server has the rest, and phones are shared. */
const settled = (item: QueuedSubmission, outcome: Exclude<Outcome, { state: 'waiting' }>): QueuedSubmission => {
  const answered = { ...item, ...outcome, answeredAt: new Date().toISOString() };
  if (outcome.state !== 'received') return answered;
  const { photo: _photo, ...rest } = answered;
  return { ...rest, body: {}, form: null };
};

/**
 * Sends the queue, the oldest first, past items that fail; another tab or worker waits. Returns the
 * number still waiting. Items expire after 30 days; waiting ones only after failed tries on two of
 * the server's days.
 */
export const sendQueue = (): Promise<number> =>
  alone(async () => {
    let left = 0;
    await expireAnswered(new Date());
    for (const item of await listQueue()) {
      if (item.state !== 'waiting') continue;
      const outcome = await sendSubmission(item);
      if (outcome.state !== 'waiting') await enqueue(settled(item, outcome));
      else if (await keepOn(item, outcome.serverTime)) left += 1;
    }
    return left;
  });
