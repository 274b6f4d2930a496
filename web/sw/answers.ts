import { ANSWERS_CACHE } from './caches.ts';

/** Public reads that the forms cannot do without. Nothing that depends on who asks. */
const READS = new Set([
  '/api/site',
  '/api/nationality',
  '/api/identification',
  '/api/relationship/get_relationship',
  '/api/payment_types',
  '/api/payment_list',
]);

/** A slow line counts as none from here on, when there is an older answer. */
const PATIENCE_MS = 4000;

export const isKeptRead = (request: Request, url: URL): boolean =>
  request.method === 'GET' && READS.has(url.pathname) && !request.headers.has('authorization');

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

const fetchAndKeep = async (request: Request): Promise<Response> => {
  const response = await fetch(request);
  if (response.ok) await (await caches.open(ANSWERS_CACHE)).put(request, response.clone());
  return response;
};

/** The server's answer; the last one kept, when none comes in time. */
export const freshOrKept = async (request: Request): Promise<Response> => {
  const fresh = fetchAndKeep(request);
  const kept = await (await caches.open(ANSWERS_CACHE)).match(request);
  if (!kept) return fresh;
  return (await Promise.race([fresh.catch(() => undefined), after(PATIENCE_MS)])) ?? kept;
};
