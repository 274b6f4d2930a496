import { PAGES_CACHE } from './caches.ts';
import { KEPT } from './kept-files.ts';

const OFFLINE = `<!doctype html><html lang="en-GH"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No network</title><style>:root{color-scheme:light dark;font:1.1rem/1.6 system-ui,sans-serif}body{max-width:34rem;
margin:15vh auto;padding:0 1.5rem}</style><h1>No network</h1><p>This page needs the internet. These work without it:</p>
<ul><li><a href="/">Home</a><li><a href="/main_registration">Registration</a><li><a href="/main_payments">Payments</a></ul>`;

const pathOf = (url: URL): string => url.pathname.replace(/(.)\/$/, '$1');

/** A public page as it is kept, whatever its query; any other page from the server, or word that there is no network. */
export const answerPage = async (request: Request, url: URL): Promise<Response> => {
  const path = pathOf(url);
  const isKept = KEPT.pages.includes(path);
  const kept = isKept ? await (await caches.open(PAGES_CACHE)).match(path) : undefined;
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch {
    return new Response(OFFLINE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
};

/** A file of the pages: as it is kept by any version, else from the server. */
export const answerFile = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);
