import { AGREEMENT_PATH, findAddress as findAddressEndpoint, getSite } from '@banbo/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import type { ApiScope } from '#http/scope.ts';
import type { Geocoder } from '#integrations/geocoding/geocoder.ts';
import { findAddress } from './find-address.ts';
import { readAgreement } from './read-agreement.ts';
import { readSite } from './read-site.ts';

/** Short enough that a changed number is on the pages within minutes. */
const KEPT = 'public, max-age=300';

export const settingRoutes = (app: ApiScope, { db, geocoder }: { db: Db; geocoder: Geocoder }): void => {
  app.route({
    ...getSite,
    handler: async (_request, reply) => {
      reply.header('cache-control', KEPT);
      return readSite(db);
    },
  });
  app.route({
    ...findAddressEndpoint,
    handler: async ({ body }) => {
      const address = await findAddress(geocoder, body);
      return { status: true as const, message: 'The address was found.', address };
    },
  });
};

/** The agreement as a PDF, outside the API because the specification gives its address (SPEC §2.2). */
export const agreementRoute = (app: FastifyInstance, { db }: { db: Db }): void => {
  app.route({
    method: 'GET',
    url: AGREEMENT_PATH,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { bytes, tag } = await readAgreement(db);
      reply.header('etag', tag).header('cache-control', KEPT);
      if (request.headers['if-none-match'] === tag) return reply.status(304).send();
      return reply
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="agreement.pdf"')
        .send(bytes);
    },
  });
};
