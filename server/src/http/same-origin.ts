import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#lib/refusal.ts';

/** What the web sends with every call; another site's page cannot, without our leave. */
export const OWN_HEADER = { name: 'x-requested-with', value: 'banbo' } as const;

type Origins = { PUBLIC_URL?: string | undefined; WEB_ORIGIN?: string | undefined };

const hostOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).host : null);

/**
 * True when the browser says that the call comes from our own pages. By plain http on an office's network it says so of a
 * GET by its `Referer` alone: `Sec-Fetch-Site` is kept for https, and `Origin` for what may change something.
 */
const fromOwnPages = (request: FastifyRequest, { PUBLIC_URL, WEB_ORIGIN }: Origins): boolean => {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origin === WEB_ORIGIN) return true;
  if (origin === undefined && site === undefined) return hostOf(referer ?? '') === request.headers.host;
  const ownOrigin = origin === undefined || origin === PUBLIC_URL || hostOf(origin) === request.headers.host;
  const ownSite = site === undefined || site === 'same-origin';
  return ownOrigin && ownSite;
};

/**
 * Endpoints that send or set the refresh cookie are refused to other sites' pages with 403 `cross_site`: they need our own
 * header and a same-origin `Sec-Fetch-Site`, `Origin` or, without both, `Referer` (DESIGN §5).
 */
export const refuseOtherSites = (app: FastifyInstance, origins: Origins): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.endpoint?.cookie) return;
    if (request.headers[OWN_HEADER.name] === OWN_HEADER.value && fromOwnPages(request, origins)) return;
    throw new Refusal('cross_site', 'This can only be done from our own pages.');
  });
};
