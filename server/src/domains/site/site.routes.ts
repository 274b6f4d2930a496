import {
  AGREEMENT_PATH,
  changeSiteSettings,
  findAddress as findAddressEndpoint,
  getSite,
  getSiteSettings,
  hasAccounts,
  MANIFEST_PATH,
  type Point,
  SITE_DEFAULTS,
  webManifest,
} from '@banbo/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import type { Approvers, TellOwner } from '#domains/approvals';
import { holdsVersion } from '#http/headers.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Geocoder } from '#integrations/geocoding/open-geocoder.ts';
import { Refusal } from '#lib/refusal.ts';
import { readAgreement } from './agreement-pdf.ts';
import { changeSettings } from './change-settings.ts';
import { type KeptSite, readSiteWhole, type SiteReading } from './read-site.ts';
import { waitingSettings } from './settings-of-two.ts';
import { withVersions } from './store-settings.ts';

/** The address nearest to a point. Refuses if none is known or the service does not answer. */
const findAddress = async (geocoder: Geocoder, point: Point): Promise<string> => {
  const address = await geocoder.addressOf(point).catch(() => {
    throw new Refusal('busy', 'The address could not be found right now. Please try again.');
  });
  if (address === null) throw new Refusal('not_found', 'No address is known near this point.');
  return address;
};

/** A short time, so that a changed number reaches the pages within minutes. */
const KEPT = 'public, max-age=300';

type Deps = { site: KeptSite };

type SettingDeps = Deps &
  Approvers &
  TellOwner & { db: Db; now: () => Date; geocoder: Geocoder; offersPrompts: boolean; hasMapFile: boolean };

export const settingRoutes = (
  app: ApiScope,
  { site, db, now, geocoder, offersPrompts, hasMapFile, staff, tellOwner }: SettingDeps,
): void => {
  const ofServer = {
    ...(offersPrompts && { offers_prompts: true as const }),
    ...(hasMapFile && { has_map_file: true as const }),
  };
  const { read, act } = serving(app, { db, now });
  read(getSite, async (_asked, _request, reply) => {
    reply.header('cache-control', KEPT);
    const own = await site.read();
    return { ...own, ...ofServer, ...(!hasAccounts(own) && { opens_soon: true as const }) };
  });
  const shown = async (reading: SiteReading) => ({ ...withVersions(reading), waiting: await waitingSettings(db) });
  read(getSiteSettings, async () => shown(await readSiteWhole(db)));
  act(changeSiteSettings, async ({ body: { versions, ...given }, by: caller, now: at }) => {
    const by = { caller, now: at };
    const changing = db.transaction().execute((tx) => changeSettings(tx, given, versions, { by, staff, tellOwner }));
    const { message, reading } = await changing;
    site.renew();
    return { message, ...(await shown(reading)) };
  });
  act(findAddressEndpoint, async ({ body }) => ({
    message: 'The address was found.',
    address: await findAddress(geocoder, body),
  }));
};

/** The agreement's PDF at its public address /documents/agreement.pdf, outside the API. */
export const agreementRoute = (app: FastifyInstance, { site }: Deps): void => {
  app.route({
    method: 'GET',
    url: AGREEMENT_PATH,
    handler: async (request, reply) => {
      const { bytes, tag } = await readAgreement(await site.read());
      reply.header('etag', tag).header('cache-control', KEPT);
      if (holdsVersion(request, tag)) return reply.status(304).send();
      return reply
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="agreement.pdf"')
        .send(bytes);
    },
  });
};

/** The app's manifest; until the company's name is read, the built-in one without caching. */
export const manifestRoute = (app: FastifyInstance, { site }: Deps): void => {
  app.route({
    method: 'GET',
    url: MANIFEST_PATH,
    handler: async (_request, reply) => {
      const known = await site.read().catch(() => null);
      return reply
        .header('cache-control', known ? KEPT : 'no-store')
        .type('application/manifest+json')
        .send(JSON.stringify(webManifest(known ?? SITE_DEFAULTS)));
    },
  });
};
