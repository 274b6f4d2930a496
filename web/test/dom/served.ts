import { onTestFinished, vi } from 'vitest';

/** A call that reached the server; `body` is parsed JSON, or the form's texts and files. */
export type ServedCall = { path: string; body: Record<string, unknown>; headers: Headers };
/** JSON with status 200, or a function that gives the whole response. */
export type Answer = object | ((call: ServedCall) => Response | Promise<Response>);

const pathOf = (url: string): string => url.replace(/^\/api|\?.*$/g, '');

const bodyOf = (body: unknown): Record<string, unknown> => {
  if (typeof body === 'string') return JSON.parse(body);
  return body instanceof FormData ? Object.fromEntries(body) : {};
};

/** The API's answer to a refusal. */
export const refusal = (status: number, message: string, more: object = {}): Response =>
  Response.json({ status: false, success: false, message, ...more }, { status });

/**
 * Answers calls by their path below `/api`, without the query; others get 404. Answers may be
 * changed during the test. Returns the answers and the calls in order.
 */
export const serve = (answers: Record<string, Answer>): { answers: Record<string, Answer>; calls: ServedCall[] } => {
  const calls: ServedCall[] = [];
  vi.stubGlobal('fetch', async (url: string, { body, headers }: { body?: unknown; headers: Headers }) => {
    const path = pathOf(url);
    const call = { path, body: bodyOf(body), headers };
    calls.push(call);
    const answer = answers[path];
    if (answer === undefined) return refusal(404, 'Not found.');
    return typeof answer === 'function' ? answer(call) : Response.json(answer);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { answers, calls };
};

/** An answer that is on its way until it is given. */
export const hold = () => {
  let give: (response: Response) => void = () => {};
  const promise = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { answer: () => promise, give };
};

/** Answers no call, as on a line that stalls, and returns those of the API. */
export const serveNothing = (): { method: string; path: string }[] => {
  const calls: { method: string; path: string }[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: { method?: string }) => {
    if (url.startsWith('/api/')) calls.push({ method, path: pathOf(url) });
    return new Promise(() => {});
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return calls;
};
