import type { Readable } from 'node:stream';
import {
  DATA_LAG_HEADER,
  SEEN_CHANGE_HEADER,
  TOTAL_AMOUNT_HEADER,
  TOTAL_COUNT_HEADER,
  TOTAL_CUT_HEADER,
  WAITING_AMOUNT_HEADER,
} from '@banbo/contract';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWN_HEADER } from './same-origin.ts';

type Origins = { PUBLIC_URL?: string | undefined; WEB_ORIGIN?: string | undefined };

const YEAR_SECONDS = 31_536_000;
/** Device features of pages: the location for the driver's location page, the camera for photos. */
const PERMISSIONS = [
  ...['camera=(self)', 'geolocation=(self)'],
  ...[
    'accelerometer',
    'autoplay',
    'display-capture',
    'gyroscope',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'usb',
  ].map((feature) => `${feature}=()`),
].join(', ');

const hsts = ({ PUBLIC_URL }: Origins) => (PUBLIC_URL?.startsWith('https:') ? { maxAge: YEAR_SECONDS } : false);

/** The same headers for answers that precede every hook: to an address that cannot be parsed. */
export const protectUnrouted = (reply: FastifyReply, origins: Origins): FastifyReply => {
  const strict = hsts(origins);
  return reply.headers({
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(strict && { 'strict-transport-security': `max-age=${strict.maxAge}; includeSubDomains` }),
  });
};

/** Scripts and styles: a page fetches twenty. */
export const ASSETS = '/assets/';
/** Browsers heed these in documents alone. A picture opened as one obeys its content policy. */
const OF_DOCUMENTS = ['cross-origin-opener-policy', 'referrer-policy', 'x-frame-options'];

/**
 * Sets the headers of every answer. The policy here is that of data, which loads nothing; pages
 * bring their own. Strict transport is sent only if the product is reached by https, since a
 * browser holds to it for a year.
 */
export const protectAnswers = async (app: FastifyInstance, origins: Origins): Promise<void> => {
  const { WEB_ORIGIN } = origins;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: hsts(origins),
    // Map servers give tiles only to callers whose referrer says where the tiles are shown.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // For browsers and plug-ins that no longer exist; a phone pays for each header with every file.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  });
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith(ASSETS)) for (const name of OF_DOCUMENTS) reply.removeHeader(name);
    else reply.header('permissions-policy', PERMISSIONS);
  });
  if (WEB_ORIGIN === undefined) return;
  await app.register(cors, {
    origin: WEB_ORIGIN,
    credentials: true,
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', SEEN_CHANGE_HEADER, OWN_HEADER.name],
    exposedHeaders: [
      TOTAL_COUNT_HEADER,
      TOTAL_AMOUNT_HEADER,
      WAITING_AMOUNT_HEADER,
      TOTAL_CUT_HEADER,
      DATA_LAG_HEADER,
      'retry-after',
      'content-disposition',
      'x-request-id',
    ],
    maxAge: 600,
  });
};

/**
 * Keeps answers out of caches, public ones too, since those of a link or a secret tell of people. A
 * route may set its own rule.
 */
export const keepAnswersPrivate = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
};

/** Bytes. A smaller answer fits one packet either way. */
const MIN_BYTES = 1_400;

const HOW: FastifyCompressOptions = { threshold: MIN_BYTES, encodings: ['br', 'gzip'], globalDecompression: false };

/** Lets routes of this scope compress a page of HTML by `reply.compress`. */
export const compressOnRequest = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, { ...HOW, global: false, customTypes: /^text\/html/ });
};

/**
 * Compresses the JSON of this scope, except answers that hold a session's tokens: compressed beside
 * the caller's own input, their length would leak them (the BREACH attack). Files of lists go out
 * as they are: `customTypes` only adds to the kinds that are compressed, and a long CSV would cost
 * the processor more than the way.
 */
export const compressAnswers = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRoute', (route) => {
    const { cookie, file } = route.config?.endpoint ?? {};
    if (cookie || file) route.compress = false;
  });
  await app.register(compress, { ...HOW, customTypes: /^application\/json/ });
};

/** A compressing proxy weakens a tag to `W/"1"`, which is the same version (RFC 9110, 13.1.2). */
const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** True if the caller has the version of this ETag, `"1"`, so a 304 without a body answers. */
export const holdsVersion = ({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean => {
  const held = headers['if-none-match'] ?? '';
  return held.trim() === '*' || held.split(',').some((one) => opaque(one) === opaque(tag));
};

/** Sends a PDF to be shown in the browser, or saved under its name. */
export const sendPdf = (reply: FastifyReply, { name, bytes }: { name: string; bytes: Buffer }): FastifyReply =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(bytes);

/** Sends a file that somebody gave us as a download, so that it never opens as a page of ours. */
export const sendDownload = (
  reply: FastifyReply,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): FastifyReply => {
  // Readers of headers without RFC 6266 get a name of ASCII.
  const plain = name.replace(/[^\x20-\x7e]/g, '_');
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(bytes);
};

/** A file that the product made; its name is of ASCII. */
type MadeFile = { name: string; media: string; body: Buffer | Readable };

/** Sends a file to be saved. Ends the connection where a stream breaks off. */
export const sendFile = (reply: FastifyReply, { name, media, body }: MadeFile): FastifyReply =>
  reply
    .type(media)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .send(body);

/** Headers of a photo: it is shown and nothing else, and a browser asks each time if it may. */
export const asPhoto = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('content-disposition', 'inline; filename="photo.jpg"')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-cache');
