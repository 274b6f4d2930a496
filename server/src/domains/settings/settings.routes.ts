import {
  AGREEMENT_PATH,
  findAddress as findAddressEndpoint,
  getSite,
  MANIFEST_PATH,
  webManifest,
} from '@banbo/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import type { ApiScope } from '#http/scope.ts';
import type { Geocoder } from '#integrations/geocoding/geocoder.ts';
import { findAddress } from './find-address.ts';
import { readAgreement } from './read-agreement.ts';
import { readSite, readSiteWhole, type SiteReading } from './read-site.ts';

/** Short enough that a changed number is on the pages within minutes. */
const KEPT = 'public, max-age=300';

/** Logs unusable settings when they change, and not at each of the many readings. */
const tellOfUnusable = (log: FastifyBaseLogger): ((reading: SiteReading) => void) => {
  let told = '';
  return ({ unusable }) => {
    const now = unusable.join('\n');
    if (now !== told && unusable.length > 0) log.error({ unusable }, 'settings that cannot be used are left out');
    told = now;
  };
};

export const settingRoutes = (app: ApiScope, { db, geocoder }: { db: Db; geocoder: Geocoder }): void => {
  const tell = tellOfUnusable(app.log);
  app.route({
    ...getSite,
    handler: async (_request, reply) => {
      reply.header('cache-control', KEPT);
      const reading = await readSiteWhole(db);
      tell(reading);
      return reading.site;
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

/** The app's manifest under the company's name, in place of the one in the web's build, which has the default name. */
export const manifestRoute = (app: FastifyInstance, { db }: { db: Db }): void => {
  app.route({
    method: 'GET',
    url: MANIFEST_PATH,
    schema: { hide: true },
    handler: async (_request, reply) =>
      reply
        .header('cache-control', KEPT)
        .type('application/manifest+json')
        .send(JSON.stringify(webManifest(await readSite(db)))),
  });
};
