import * as contract from '@banbo/contract';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import { sendForgottenPassword, setMemberPassword } from './forgotten-password.ts';
import { type MemberDeps, refreshMember, signInMember } from './member-sign-in.ts';

/** Members' sign-in, renewal, first and forgotten passwords. */
export const memberRoutes = (app: ApiScope, deps: MemberDeps, cookies: SessionCookies): void => {
  const { read, act } = serving(app, deps);
  read(contract.memberLogin, async ({ body }, request, reply) => {
    const { car_number: carNumber, driver_code: driverCode, password, persist = false } = body;
    const origin = cookies.originOf(request, 'member');
    const { issued, answer } = await signInMember(deps, { carNumber, driverCode, password, persist, origin });
    cookies.keep(reply, 'member', issued);
    return answer;
  });
  read(contract.refreshMemberToken, async (_, request, reply) => {
    const { issued, answer } = await refreshMember(deps, cookies.refreshOf(request, 'member'));
    cookies.keep(reply, 'member', issued);
    return answer;
  });
  act(contract.setMemberPassword, async ({ body }, { id: requestId }) => {
    const { car_number: carNumber, setup_code: code, password } = body;
    await setMemberPassword(deps, { carNumber, code, password, requestId });
    return 'Your password is set. You can sign in now.';
  });
  act(contract.forgotMemberPassword, ({ body }) => sendForgottenPassword(deps, body.car_number));
};
