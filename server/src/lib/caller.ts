import type { Permission, Role } from '@banbo/contract';

/** Account and session of a token that we signed. Only the database knows if the session ended. */
export type TokenPayload = { accountId: string; sessionId: string; epoch: number };

/**
 * A signed-in person, as the database has them now. `login` is a username or a driver code, the
 * permissions are those that the role has now.
 */
export type Person = {
  accountId: string;
  sessionId: string;
  role: Role;
  permissions: readonly Permission[];
  login: string;
};

/** A person and the request that they make. */
export type Caller = Person & { requestId: string };

/** The author of a change: a caller, or the account that queued the job which makes it. */
export type Author = Omit<Caller, 'sessionId'>;
