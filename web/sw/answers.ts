import { ANSWERS_CACHE } from './caches.ts';

/** What the forms ask before anything can be filled in. */
const NEEDED = [
  '/api/site',
  '/api/nationality',
  '/api/identification',
  '/api/payment_types?side=drivers',
  '/api/payment_list',
  `/api/payment_list?year=${new Date().getUTCFullYear()}`,
];

/** Public reads alone: nothing that depends on who asks. */
const READS = new Set(NEEDED.map((path) => path.replace(/\?.*/, '')));

/** A slow line counts as none from here on, when there is an older answer. */
const PATIENCE_MS = 4000;

export const isKeptRead = (request: Request, url: URL): boolean =>
  request.method === 'GET' && READS.has(url.pathname) && !request.headers.has('authorization');

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** A list of ours: neither a refusal nor a page of somebody else's, as a hotel's network sends. */
const isList = ({ ok, headers }: Response): boolean => ok && /json/.test(headers.get('content-type') ?? '');

const fetchAndKeep = async (request: Request): Promise<Response> => {
  const response = await fetch(request);
  if (isList(response)) await (await caches.open(ANSWERS_CACHE)).put(request, response.clone());
  return response;
};

/** The server's answer; the last list kept, when none comes in time. */
export const freshOrKept = async (request: Request): Promise<Response> => {
  const fresh = fetchAndKeep(request);
  const kept = await (await caches.open(ANSWERS_CACHE)).match(request);
  if (!kept) return fresh;
  const list = fresh.then(
    (response) => (isList(response) ? response : undefined),
    () => undefined,
  );
  return (await Promise.race([list, after(PATIENCE_MS)])) ?? kept;
};

/** Asks for what the forms need and has not been asked yet, so that they open without network from now on. */
export const keepAnswers = async (): Promise<void> => {
  const cache = await caches.open(ANSWERS_CACHE);
  for (const path of NEEDED) if (!(await cache.match(path))) await fetchAndKeep(new Request(path));
};
