import { isKept, PAGES_CACHE } from './caches.ts';

const OFFERED = [
  { path: '/sos', name: 'SOS: call for help' },
  { path: '/', name: 'Home' },
  { path: '/main_registration', name: 'Registration' },
  { path: '/main_payments', name: 'Payments' },
];

const notice = (kept: typeof OFFERED): string => `<!doctype html><html lang="en-GH"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>No network</title><style>:root{color-scheme:light dark;
font:1.1rem/1.6 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1.5rem}</style><h1>No network</h1>
<p>This page needs the internet.${kept.length > 0 ? ' These work without it:' : ''}</p>
<ul>${kept.map(({ path, name }) => `<li><a href="${path}">${name}</a>`).join('')}</ul>`;

/** Says that there is no network, and leads to those of the main pages that are kept. */
const answerNotice = async (): Promise<Response> => {
  const kept = await Promise.all(OFFERED.map(({ path }) => isKept(path)));
  const body = notice(OFFERED.filter((_, place) => kept[place]));
  return new Response(body, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
};

const pathOf = (url: URL): string => url.pathname.replace(/(.)\/$/, '$1');

/** A page of any version: an older one is better than none. */
const anyKept = async (path: string): Promise<Response> => (await caches.match(path)) ?? answerNotice();

/**
 * A public page as this version keeps it; else from the server, from an older version, or a notice.
 */
export const answerPage = async (request: Request, url: URL): Promise<Response> => {
  const path = pathOf(url);
  const kept = await (await caches.open(PAGES_CACHE)).match(path);
  return kept ?? fetch(request).catch(() => anyKept(path));
};

/** A file from any version's cache, since an older page may still be open, else from the server. */
export const answerFile = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);
