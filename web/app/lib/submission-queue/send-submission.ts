import { CALL_MS, UPLOAD_MS, withTimeout } from '../time-limit.ts';
import type { QueuedSubmission } from './queued-submission.ts';

type Answered = { state: 'received' | 'refused' } & Pick<QueuedSubmission, 'message' | 'fields' | 'answer'>;
/** The item must be tried again. A server that could not take it has still told its time. */
type Unanswered = { state: 'waiting'; serverTime: Date | null };

/** The result of one try to send an item. */
export type Outcome = Answered | Unanswered;

/** Statuses that do not concern the form itself: too many calls, a slow line, a server in trouble. */
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

/** Posts an item under its key, within the time limit. Never rejects. */
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
