import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CallLimit, ENDPOINTS_BY_NAME } from '@banbo/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { holdsVersion } from '../headers.ts';
import { limitAddresses } from '../limits/in-memory.ts';
import { sessionCookies } from '../session-cookies.ts';
import { openApiDocument } from './document.ts';

/** The page brings its own scripts and loads nothing from outside. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Hides Fastify's mark and the bar for other descriptions; the licence field would link to public
 * licences.
 */
const STYLE = '.swagger-ui .topbar, .swagger-ui .info__license { display: none }';

const PAGE = '/api/docs';
const DESCRIPTION = '/api/openapi.json';
/** The page, the description as it asks for it, and the files that it loads. */
const OF_PAGE = [
  ...['', '/json', '/yaml'],
  ...[
    'swagger-ui.css',
    'index.css',
    'theme/banbo.css',
    'swagger-ui-bundle.js',
    'swagger-ui-standalone-preset.js',
    'swagger-initializer.js',
    'favicon-16x16.png',
    'favicon-32x32.png',
  ].map((file) => `/static/${file}`),
].map((path) => PAGE + path);

/** An address may load the page, which makes nine calls, some 13 times a minute. */
const LIMITS: CallLimit[] = [
  { by: 'address', max: 120, seconds: 60 },
  { by: 'address', max: 2_000, seconds: 86_400 },
];

type Settings = { PUBLIC_URL?: string | undefined };

/** Answers, made once: the body plain and compressed, with its own headers. */
type Made = { bodies: { br: Buffer; gzip: Buffer; identity: Buffer }; headers: Record<string, string> };

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Within a twentieth of the size of levels 10 and 11, in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** An app without a port, reached by `inject` only, whose plug-ins make the answers. */
const maker = async (settings: Settings): Promise<FastifyInstance> => {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const app = Fastify();
  const document = openApiDocument(ENDPOINTS_BY_NAME, settings, sessionCookies(settings));
  // The plug-in's types know no 3.1, which it hands on as any other.
  const specification = { document: document as unknown as OpenAPIV3.Document };
  await app.register(swagger, { mode: 'static', specification });
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    staticCSP: PAGE_POLICY,
    // Its badge would ask an outside service about this API.
    uiConfig: { validatorUrl: null },
    theme: { title: 'Banbo API', css: [{ filename: 'banbo.css', content: STYLE }] },
  });
  app.get(DESCRIPTION, async () => app.swagger());
  return app;
};

const make = async (app: FastifyInstance, url: string): Promise<Made> => {
  const { statusCode, headers, rawPayload: identity } = await app.inject(url);
  if (statusCode !== 200) throw new Error(`${url} could not be made: ${statusCode}`);
  const [br, zipped] = await Promise.all([toBrotli(identity, BROTLI), toGzip(identity)]);
  const policy = headers['content-security-policy'];
  return {
    bodies: { br, gzip: zipped, identity },
    headers: {
      // Weak, because one version has a body for each encoding.
      etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      'cache-control': 'no-cache',
      'content-type': String(headers['content-type']),
      vary: 'accept-encoding',
      ...(policy !== undefined && { 'content-security-policy': String(policy) }),
    },
  };
};

/** The smallest encoding that the caller takes; one with `q=0` is not taken (RFC 9110, 12.5.3). */
const encodingFor = ({ headers }: FastifyRequest): keyof Made['bodies'] => {
  const taken = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((one) => taken.includes(one)) ?? 'identity';
};

const sendMade = (request: FastifyRequest, reply: FastifyReply, { bodies, headers }: Made): FastifyReply => {
  reply.headers(headers);
  if (holdsVersion(request, headers.etag ?? '')) return reply.status(304).send();
  const encoding = encodingFor(request);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bodies[encoding]);
};

/**
 * The API's description at `/api/openapi.json`, made from the contract, and a readable page at
 * `/api/docs`. Each of their files is made and compressed once, when it is first asked for.
 */
export const describeApi = (app: FastifyInstance, settings: Settings, now: () => Date): void => {
  let making: Promise<FastifyInstance> | undefined;
  const makeAnswer = async (url: string): Promise<Made> => {
    making ??= maker(settings);
    return make(await making, url);
  };
  const onRequest = limitAddresses(LIMITS, now);
  for (const url of [DESCRIPTION, ...OF_PAGE]) {
    let made: Promise<Made> | undefined;
    app.get(url, { onRequest }, async (request, reply) => {
      made ??= makeAnswer(url).catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return sendMade(request, reply, await made);
    });
  }
  app.addHook('onClose', async () => (await making)?.close());
};
