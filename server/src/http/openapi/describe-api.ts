import { ENDPOINTS_BY_NAME } from '@banbo/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
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
 * Fastify's mark, and a bar to load other descriptions with, are not this API's. The licence would be a link to a list of
 * public ones, which this is none of.
 */
const STYLE = '.swagger-ui .topbar, .swagger-ui .info__license { display: none }';

type Settings = { PUBLIC_URL?: string | undefined };

/** The API's description at `/api/openapi.json`, made from the contract, and a readable page at `/api/docs`. */
export const describeApi = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  const document = openApiDocument(ENDPOINTS_BY_NAME, settings, sessionCookies(settings));
  // The plug-in's types know no 3.1, which it hands on as any other.
  const specification = { document: document as unknown as OpenAPIV3.Document };
  await app.register(swagger, { mode: 'static', specification });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    // Its badge would ask an outside service about this API.
    uiConfig: { validatorUrl: null },
    theme: { title: 'Banbo API', css: [{ filename: 'banbo.css', content: STYLE }] },
  });
  app.get('/api/openapi.json', async () => app.swagger());
};
