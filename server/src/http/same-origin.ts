import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#lib/refusal.ts';

/** What the web sends with every call; another site's page cannot, without our leave. */
export const OWN_HEADER = { name: 'x-requested-with', value: 'banbo' } as const;

type Origins = { PUBLIC_URL?: string | undefined; WEB_ORIGIN?: string | undefined };

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/** True when the browser says that the call comes from our own pages. */
const fromOwnPages = (request: FastifyRequest, { PUBLIC_URL, WEB_ORIGIN }: Origins): boolean => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origin === WEB_ORIGIN) return true;
  const ownOrigin = origin === undefined || origin === PUBLIC_URL || hostOf(origin) === request.headers.host;
  const ownSite = site === undefined || site === 'same-origin';
  return ownOrigin && ownSite && (origin !== undefined || site !== undefined);
};

/**
 * Endpoints that send or set the refresh cookie are refused to other sites' pages with 403 `cross_site`: they need our own
 * header and a same-origin `Sec-Fetch-Site` or `Origin` (DESIGN §5).
 */
export const refuseOtherSites = (app: FastifyInstance, origins: Origins): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.endpoint?.cookie) return;
    if (request.headers[OWN_HEADER.name] === OWN_HEADER.value && fromOwnPages(request, origins)) return;
    throw new Refusal('cross_site', 'This can only be done from our own pages.');
  });
};
