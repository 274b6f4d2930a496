import type { Session, SignInAnswer } from '@banbo/contract';
import type { IdentityDeps } from '../deps.ts';
import { signAccessToken } from './access-token.ts';
import type { IssuedSession } from './open-session.ts';

/** The names that a session shows; each kind of account keeps them in another table. */
export type Person = {
  username: string;
  fullname: string;
  email: string;
  pfNumber?: string;
  needs_second_factor?: true;
};

/** The answer of a renewal, with a new access token. */
export const sessionAnswer = async (
  deps: IdentityDeps,
  { account, sessionId }: IssuedSession,
  person: Person,
  message: string,
): Promise<Session> => {
  const { id, role, token_epoch: epoch } = account;
  const claims = { accountId: id, sessionId, epoch, role, username: person.username };
  const accessToken = await signAccessToken(deps.keys, claims, deps.now());
  return { status: true, message, user_role: role, user: id, accessToken, ...person };
};

/** The answer of a sign-in, which has reset the count of wrong passwords. */
export const signInAnswer = async (
  deps: IdentityDeps,
  issued: IssuedSession,
  person: Person,
): Promise<SignInAnswer> => ({
  ...(await sessionAnswer(deps, issued, person, 'Login successful')),
  login_attempts: 0,
  account_blocked: false,
});
