import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import type { IdentityDeps } from '../deps.ts';
import {
  confirmSecondFactor,
  giveUpSecondFactor,
  renewCodes,
  showSecondFactor,
  startSecondFactor,
} from './own-second-factor.ts';
import { changeRoleFactor, listRoleFactors } from './role-factors.ts';

/** One's own second factor, and the roles that need one. */
export const secondFactorRoutes = (app: ApiScope, deps: IdentityDeps, cookies: SessionCookies): void => {
  const { read, act } = serving(app, deps);
  const proofOf = ({ password, code }: { password: string; code?: string | undefined }, request: FastifyRequest) => ({
    password,
    code,
    marks: cookies.marksOf(request),
  });
  read(contract.getSecondFactor, ({ by }) => showSecondFactor(deps, by));
  act(contract.startSecondFactor, async ({ by, body }, request) => ({
    message: 'Scan the picture with your authenticator app, and enter the code that it shows.',
    ...(await startSecondFactor(deps, by, proofOf(body, request))),
  }));
  act(contract.confirmSecondFactor, async ({ by, body }) => ({
    message: 'Your second factor is set up. Keep the recovery codes safe.',
    recovery_codes: await confirmSecondFactor(deps, by, body.code),
  }));
  act(contract.renewRecoveryCodes, async ({ by, body }, request) => ({
    message: 'These codes replace the old ones.',
    recovery_codes: await renewCodes(deps, by, proofOf(body, request)),
  }));
  act(contract.removeSecondFactor, async ({ by, body }, request) => {
    await giveUpSecondFactor(deps, by, proofOf(body, request));
    return 'You sign in with your password alone from now on.';
  });
  read(contract.listRoleSecondFactors, ({ by }) => listRoleFactors(deps, by));
  act(contract.changeRoleSecondFactor, async ({ by, body: { user_role: role, is_required: isRequired } }) => {
    await changeRoleFactor(deps, by, { role, isRequired });
    return isRequired ? `${role} needs a second factor now.` : `${role} needs no second factor any more.`;
  });
};
