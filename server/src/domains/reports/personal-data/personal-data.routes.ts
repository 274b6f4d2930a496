import { getOwnPersonalData, getPersonalData } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import {
  giveOutPersonalData,
  ownPersonalData,
  type PersonalDataDeps,
  type PersonalDataFile,
} from './give-personal-data.ts';

/** Sends the data as a file to save, so that it never opens as a page of this origin. */
const send = (reply: FastifyReply, { name, html }: PersonalDataFile) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(html);

/** A person's right to see what is held of them (Data Protection Act 2012, Act 843), by staff and by the member. */
export const personalDataRoutes = (app: ApiScope, deps: PersonalDataDeps): void => {
  app.route({
    ...getPersonalData,
    handler: async (request, reply) =>
      send(reply, await giveOutPersonalData(deps, callerOf(request), request.params.id)),
  });
  app.route({
    ...getOwnPersonalData,
    handler: async (request, reply) => send(reply, await ownPersonalData(deps, callerOf(request))),
  });
};
