import * as contract from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { countOne } from '#http/limits.repo.ts';
import type { ApiScope } from '#http/scope.ts';
import type { SessionCookies } from '#http/session-cookies.ts';
import { type MemberDeps, refreshMember, signInMember } from './member-login.ts';
import { sendForgottenPassword, setMemberPassword } from './member-password.ts';

/** Anybody can ask for these texts, so their receivers get few, whoever asks. One number may have several accounts. */
const TEXTS = { max: 5, seconds: 86_400 };

/** Members' sign-in, renewal, first and forgotten passwords. */
export const memberRoutes = (app: ApiScope, deps: MemberDeps, cookies: SessionCookies): void => {
  const mayText = async (tx: Tx, { accountId, number }: { accountId: string; number: string }): Promise<boolean> => {
    const now = deps.now();
    const byAccount = await countOne(tx, { name: 'forgotten password by account', ...TEXTS }, accountId, now);
    const byNumber = await countOne(tx, { name: 'forgotten password by number', ...TEXTS }, number, now);
    return byAccount.allowed && byNumber.allowed;
  };
  app.route({
    ...contract.memberLogin,
    handler: async (request, reply) => {
      const { car_number: carNumber, driver_code: driverCode, password, persist = false } = request.body;
      const origin = cookies.originOf(request);
      const { opened, answer } = await signInMember(deps, { carNumber, driverCode, password, persist, origin });
      cookies.keep(reply, 'member', opened);
      return answer;
    },
  });
  app.route({
    ...contract.refreshMemberToken,
    handler: async (request, reply) => {
      const { opened, answer } = await refreshMember(deps, cookies.refreshOf(request, 'member'));
      cookies.keep(reply, 'member', opened);
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
    handler: async ({ body }) => {
      await sendForgottenPassword(deps, body.car_number, mayText);
      const message = 'If this car is registered, a code was sent to its driver’s mobile number.';
      return { status: true as const, message };
    },
  });
};
