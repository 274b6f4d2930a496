import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import type { IdentityDeps } from '../deps.ts';
import {
  confirmSecondFactor,
  giveUpSecondFactor,
  type Proof,
  renewCodes,
  showSecondFactor,
  startSecondFactor,
} from './own-second-factor.ts';
import { changeRoleFactor, listRoleFactors } from './role-factors.ts';

/** One's own second factor, and the roles that need one. */
export const secondFactorRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  const proofOf = (
    request: FastifyRequest,
    { password, code }: { password: string; code?: string | undefined },
  ): Proof => ({
    password,
    code,
    marks: cookies.marksOf(request),
  });
  const done = (message: string) => ({ status: true as const, message });
  app.route({ ...contract.getSecondFactor, handler: (request) => showSecondFactor(deps, callerOf(request)) });
  app.route({
    ...contract.startSecondFactor,
    handler: async (request) => ({
      ...done('Scan the picture with your authenticator app, and enter the code that it shows.'),
      ...(await startSecondFactor(deps, callerOf(request), proofOf(request, request.body))),
    }),
  });
  app.route({
    ...contract.confirmSecondFactor,
    handler: async (request) => ({
      ...done('Your second factor is set up. Keep the recovery codes safe.'),
      recovery_codes: await confirmSecondFactor(deps, callerOf(request), request.body.code),
    }),
  });
  app.route({
    ...contract.renewRecoveryCodes,
    handler: async (request) => ({
      ...done('These codes take the place of the former ones.'),
      recovery_codes: await renewCodes(deps, callerOf(request), proofOf(request, request.body)),
    }),
  });
  app.route({
    ...contract.removeSecondFactor,
    handler: async (request) => {
      await giveUpSecondFactor(deps, callerOf(request), proofOf(request, request.body));
      return done('You sign in with your password alone from now on.');
    },
  });
  app.route({ ...contract.listRoleSecondFactors, handler: (request) => listRoleFactors(deps, callerOf(request)) });
  app.route({
    ...contract.changeRoleSecondFactor,
    handler: async (request) => {
      const { user_role: role, is_required: isRequired } = request.body;
      await changeRoleFactor(deps, callerOf(request), { role, isRequired });
      return done(isRequired ? `${role} needs a second factor now.` : `${role} needs no second factor any more.`);
    },
  });
};
