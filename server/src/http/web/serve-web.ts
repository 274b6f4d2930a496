import { SITE_DEFAULTS, type Site } from '@banbo/contract';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compressOnRequest, holdsVersion } from '../headers.ts';
import { type NamedPage, pageNamer } from './name-page.ts';
import { type PageFile, readBuild, type WebBuild, withMapTiles } from './read-build.ts';

/** Files named after their contents never change under that name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Browsers keep these files and ask again each time; a 304 costs a few bytes. */
const REVALIDATE = 'no-cache';

/** Sends a page that is in no file: it has the company's name instead of the built-in one. */
const sendNamed = (request: FastifyRequest, reply: FastifyReply, { html, tag }: NamedPage): FastifyReply => {
  reply.header('etag', tag).header('vary', 'accept-encoding');
  if (holdsVersion(request, tag)) return reply.status(304).send();
  reply.type('text/html; charset=utf-8').compress(html);
  return reply;
};

const protectPage = (reply: FastifyReply, policy: string): FastifyReply =>
  reply.header('content-security-policy', policy).header('cache-control', REVALIDATE);

const sendPage = (reply: FastifyReply, page: PageFile, status: 200 | 404): FastifyReply => {
  // A 404 must never be answered with 'not modified'.
  const tagged = status === 200;
  return reply
    .status(status)
    .sendFile(page.file, { cacheControl: false, etag: tagged, lastModified: tagged, acceptRanges: tagged });
};

/** The service worker's own policy bounds its fetches and queued submissions. */
const WORKER = '/sw.js';
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

const sendFile = (reply: FastifyReply, file: string): FastifyReply => {
  if (file === WORKER) reply.header('content-security-policy', WORKER_POLICY);
  reply.header('cache-control', file.startsWith('/assets/') ? IMMUTABLE : REVALIDATE);
  return reply.sendFile(file, { cacheControl: false });
};

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');
/** `/logo.png` asks for a file, for which a page would be no answer. */
const asksForFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(path);

/** Trims by index: an expression for final slashes would restart at each slash before. */
const withoutSlashesAtEnd = (path: string): string => {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

const pathOf = (request: FastifyRequest): string | null => {
  try {
    return withoutSlashesAtEnd(decodeURIComponent(request.url.split('?')[0] ?? '/'));
  } catch {
    return null;
  }
};

const notFound = (reply: FastifyReply): FastifyReply => {
  reply.callNotFound();
  return reply;
};

type Pages = {
  build: WebBuild;
  named: (page: PageFile) => NamedPage | null;
  policyOf: (page: PageFile) => string;
};

const answer = ({ build, named, policyOf }: Pages, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const path = pathOf(request);
  if (path === null || isApi(path)) return notFound(reply);
  if (build.files.has(path)) return sendFile(reply, path);
  const page = build.pages.get(path);
  if (page) {
    const other = named(page);
    protectPage(reply, policyOf(page));
    return other ? sendNamed(request, reply, other) : sendPage(reply, page, 200);
  }
  if (asksForFile(path)) return notFound(reply);
  // Pages behind a sign-in, a link or a secret; those for search engines are written at build time.
  reply.header('x-robots-tag', 'noindex');
  return sendPage(protectPage(reply, policyOf(build.fallback)), build.fallback, build.isPage(path) ? 200 : 404);
};

/**
 * Serves the web's build from `folder`: files named after their contents for good, pages with an
 * ETag, and for every page that was not written at build time the fallback, which is also the 404
 * page. Pages carry the company's name in their titles and previews, and may show the tiles of its
 * base map. Without a build only the API is served, and the log says so.
 */
export const serveWeb = async (
  app: FastifyInstance,
  folder: string,
  site: () => Pick<Site, 'company_name' | 'base_map'> = () => SITE_DEFAULTS,
): Promise<void> => {
  const build = await readBuild(folder);
  if (!build) {
    app.log.warn(`The web is not built, so only the API is served (no pages in ${folder}).`);
    return;
  }
  const nameOf = pageNamer();
  const named = (page: PageFile) => nameOf(page, site().company_name);
  const policyOf = ({ policy }: PageFile) => withMapTiles(policy, site().base_map?.url ?? null);
  await app.register(async (scope) => {
    await compressOnRequest(scope);
    await scope.register(serveStatic, { root: build.client, serve: false, preCompressed: true });
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler: (request, reply) => answer({ build, named, policyOf }, request, reply),
    });
  });
};
