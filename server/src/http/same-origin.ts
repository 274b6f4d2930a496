import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#lib/refusal.ts';

/** The web sends it with every call; another site's page may not without our permission (CORS). */
export const OWN_HEADER = { name: 'x-requested-with', value: 'banbo' } as const;

type Origins = { PUBLIC_URL?: string | undefined; WEB_ORIGIN?: string | undefined };

const hostOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).host : null);

/** The host name without the port, which a proxy may drop. */
const hostnameOf = (host: string | undefined): string | null => {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : null;
};

/**
 * The host that our own pages come from: that of PUBLIC_URL, or else the one that was called. A
 * caller may write any name into `Host`, and any name may be pointed here, so `Host` counts only if
 * no PUBLIC_URL is set. Null when PUBLIC_URL is set and another host was called.
 */
const ownHost = ({ host }: FastifyRequest['headers'], { PUBLIC_URL }: Origins): string | null => {
  if (PUBLIC_URL === undefined) return host ?? null;
  const { host: own, hostname } = new URL(PUBLIC_URL);
  return hostnameOf(host) === hostname ? own : null;
};

/**
 * True when the browser says that the call comes from our own pages. By plain http on an office's
 * network only the `Referer` says so for a GET: browsers send `Sec-Fetch-Site` over https alone,
 * and `Origin` with calls that may change something.
 */
const fromOwnPages = (request: FastifyRequest, origins: Origins): boolean => {
  const { PUBLIC_URL, WEB_ORIGIN } = origins;
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origin === WEB_ORIGIN) return true;
  const own = ownHost(request.headers, origins);
  if (own === null) return false;
  if (origin === undefined && site === undefined) return hostOf(referer ?? '') === own;
  const ownOrigin = origin === undefined || (PUBLIC_URL === undefined ? hostOf(origin) === own : origin === PUBLIC_URL);
  const ownSite = site === undefined || site === 'same-origin';
  return ownOrigin && ownSite;
};

/** The sentence for a page at another address of the server: where people can sign in. */
const sentenceFor = ({ headers }: FastifyRequest, origins: Origins): string =>
  ownHost(headers, origins) === null
    ? `Please sign in at ${origins.PUBLIC_URL}.`
    : 'This can only be done from our own pages.';

/**
 * Refuses other sites' pages on endpoints that send or set the refresh cookie, with 403
 * `cross_site`: such calls need our own header and a same-origin `Sec-Fetch-Site`, `Origin` or,
 * without both, `Referer`. With PUBLIC_URL they answer at its host alone; endpoints without a
 * cookie, such as the health checks, answer at every name and address.
 */
export const refuseOtherSites = (app: FastifyInstance, origins: Origins): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.endpoint?.cookie) return;
    if (request.headers[OWN_HEADER.name] === OWN_HEADER.value && fromOwnPages(request, origins)) return;
    throw new Refusal('cross_site', sentenceFor(request, origins));
  });
};
