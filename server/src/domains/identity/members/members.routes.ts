import * as contract from '@banbo/contract';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import { sendForgottenPassword, setMemberPassword } from './forgotten-password.ts';
import { type MemberDeps, refreshMember, signInMember } from './member-sign-in.ts';

/** Members' sign-in, renewal, first and forgotten passwords. */
export const memberRoutes = (app: ApiScope, deps: MemberDeps, cookies: SessionCookies): void => {
  app.route({
    ...contract.memberLogin,
    handler: async (request, reply) => {
      const { car_number: carNumber, driver_code: driverCode, password, persist = false } = request.body;
      const origin = cookies.originOf(request, 'member');
      const { issued, answer } = await signInMember(deps, { carNumber, driverCode, password, persist, origin });
      cookies.keep(reply, 'member', issued);
      return answer;
    },
  });
  app.route({
    ...contract.refreshMemberToken,
    handler: async (request, reply) => {
      const { issued, answer } = await refreshMember(deps, cookies.refreshOf(request, 'member'));
      cookies.keep(reply, 'member', issued);
      return answer;
    },
  });
  app.route({
    ...contract.setMemberPassword,
    handler: async ({ body, id: requestId }) => {
      const { car_number: carNumber, setup_code: code, password } = body;
      await setMemberPassword(deps, { carNumber, code, password, requestId });
      return { status: true as const, message: 'Your password is set. You can sign in now.' };
    },
  });
  app.route({
    ...contract.forgotMemberPassword,
    handler: async ({ body }) => ({
      status: true as const,
      ...(await sendForgottenPassword(deps, body.car_number)),
    }),
  });
};
