import { ANSWERS_CACHE } from './caches.ts';

export const SITE_FACTS = '/api/site';

/** The answers that the forms need before they can be filled in. */
const NEEDED = [
  SITE_FACTS,
  '/api/nationality',
  '/api/identification',
  '/api/relationship/get_relationship',
  '/api/payment_types?side=drivers',
  '/api/payment_list',
  `/api/payment_list?year=${new Date().getUTCFullYear()}`,
];

/** Public reads alone, which are the same for every caller. */
const READS = new Set(NEEDED.map((path) => path.replace(/\?.*/, '')));

/** Milliseconds after which a slow line counts as none, if there is an older answer. */
const PATIENCE_MS = 4000;

export const isKeptRead = (request: Request, url: URL): boolean =>
  request.method === 'GET' && READS.has(url.pathname) && !request.headers.has('authorization');

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** True for our own list, false for a refusal or another network's page. */
const isList = ({ ok, headers }: Response): boolean => ok && /json/.test(headers.get('content-type') ?? '');

const fetchAndKeep = async (request: Request): Promise<Response> => {
  const response = await fetch(request);
  if (isList(response)) await (await caches.open(ANSWERS_CACHE)).put(request, response.clone());
  return response;
};

/** The server's answer, or the last stored list when none comes in time. */
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

/** Fetches the missing lists of the forms, so that these open without network. */
export const keepAnswers = async (wanted: readonly string[] = NEEDED): Promise<void> => {
  const cache = await caches.open(ANSWERS_CACHE);
  for (const path of wanted) if (!(await cache.match(path))) await fetchAndKeep(new Request(path));
};
