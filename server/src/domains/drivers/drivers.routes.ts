import * as contract from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import { callerHolds } from '#http/guard.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { Refusal } from '#lib/refusal.ts';
import { details, glimpse, wholeGlimpse } from './drivers.present.ts';
import { findCurrentDriver, findDriver } from './drivers.repo.ts';
import { listDrivers } from './list-drivers.ts';
import { photoKey } from './photo-store.ts';
import { registerRoute } from './register.route.ts';

const NOT_REGISTERED = 'No driver is registered with this car number.';
const UNKNOWN = 'There is no such driver.';
const NO_PHOTO = 'This driver has no photo.';

type Deps = { db: Db; files: FileStore; now: () => Date };

export const driverRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, files } = deps;
  registerRoute(app, deps);
  app.route({
    ...contract.findDriverByCarNumber,
    handler: async (request) => {
      const driver = await findCurrentDriver(db, { carNumber: request.body.car_number });
      if (!driver) throw new Refusal('not_found', NOT_REGISTERED);
      const seen = callerHolds(request, 'drivers.read') ? wholeGlimpse(driver) : glimpse(driver);
      return { success: true as const, message: 'Driver found.', driver: seen };
    },
  });
  app.route({
    ...contract.listDrivers,
    handler: async ({ query }, reply) => answerList(reply, await listDrivers(db, query)),
  });
  app.route({
    ...contract.getDriver,
    handler: async ({ params }) => {
      const driver = await findDriver(db, params.id);
      if (!driver) throw new Refusal('not_found', UNKNOWN);
      return details(driver);
    },
  });
  app.route({
    ...contract.getDriverPhoto,
    handler: async ({ params, headers }, reply) => {
      const driver = await findDriver(db, params.id);
      if (!driver) throw new Refusal('not_found', UNKNOWN);
      if (!driver.photo) throw new Refusal('not_found', NO_PHOTO);
      const etag = `"${driver.photo}"`;
      photoHeaders(reply).header('etag', etag);
      if (headers['if-none-match'] === etag) return reply.status(304).send();
      const photo = await files.get(photoKey(driver.photo));
      if (!photo) throw new Refusal('not_found', NO_PHOTO);
      return reply.type('image/jpeg').send(photo);
    },
  });
};

/** A photo is shown and nothing else, and a browser asks each time whether it may still be (DESIGN §5). */
const photoHeaders = (reply: FastifyReply): FastifyReply =>
  reply
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-cache');
