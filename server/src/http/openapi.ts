import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

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

/** Fastify's mark, and a bar to load other descriptions with, are not this API's. */
const STYLE = '.swagger-ui .topbar { display: none }';

/** An endpoint with who may call it, which the contract says and its schema does not. */
const describeEndpoint: typeof jsonSchemaTransform = (given) => {
  const described = jsonSchemaTransform(given);
  const access = given.route?.config?.endpoint?.access ?? 'public';
  if (access === 'public') return described;
  const description = [described.schema.description, `Who may call: ${access}.`].filter(Boolean).join(' ');
  return { ...described, schema: { ...described.schema, description, security: [{ bearer: [] }] } };
};

/** The API's description at `/api/openapi.json`, made from the contract, and a readable page at `/api/docs`. */
export const describeApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Banbo', description: 'Driver-safety membership, payments and back-office.', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: describeEndpoint,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: PAGE_POLICY,
    // Its badge would ask an outside service about this API.
    uiConfig: { validatorUrl: null },
    theme: { title: 'Banbo API', css: [{ filename: 'banbo.css', content: STYLE }] },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
};
