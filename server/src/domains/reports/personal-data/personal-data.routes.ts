import { fullName, getOwnPersonalData, getPersonalData } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import { audit } from '#domains/audit';
import { makeHtml } from '#domains/documents';
import { ownDriver } from '#domains/payments';
import type { KeptSite } from '#domains/site';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { gatherPersonalData, type PersonalData } from './gather-personal-data.ts';
import { personalSections } from './personal-sections.ts';

type Deps = { db: Db; files: FileStore; now: () => Date; site: KeptSite };

/** Sends the data as a file to save, so that it never opens as a page of this origin. */
const sendPersonalData = async (reply: FastifyReply, data: PersonalData, { site, now }: Deps) => {
  const { company_name, email } = await site.read();
  const { driver, photo } = data;
  const name = fullName(driver);
  const html = makeHtml({
    title: `Your data at ${company_name}`,
    lead: `All that we hold of ${name}, ${driver.driver_code}, as of ${now().toISOString().slice(0, 10)}. To have something corrected or erased, write to ${email}.`,
    ...(photo && { picture: { jpeg: photo, alt: `Photo of ${name}` } }),
    sections: personalSections(data),
  });
  return reply
    .type('text/html; charset=utf-8')
    .header('content-disposition', `attachment; filename="${driver.driver_code}-personal-data.html"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(html);
};

/** A person's right to see what is held of them (Data Protection Act 2012, Act 843), by staff and by the member. */
export const personalDataRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, files, now } = deps;
  const gather = (driverId: string) => gatherPersonalData({ db, files, now: now() }, driverId);
  app.route({
    ...getPersonalData,
    handler: async (request, reply) => {
      const data = await gather(request.params.id);
      const subject = { kind: 'driver', id: data.driver.id, name: data.driver.driver_code };
      await audit(db, callerOf(request), { action: 'drivers.give_out', subject }, now());
      return sendPersonalData(reply, data, deps);
    },
  });
  app.route({
    ...getOwnPersonalData,
    handler: async (request, reply) => {
      const { id } = await ownDriver(db, callerOf(request).accountId);
      return sendPersonalData(reply, await gather(id), deps);
    },
  });
};
