import type { Role } from '@banbo/contract';

/** The account and session of a token that we signed. The session may have ended since; only the database knows. */
export type TokenPayload = { accountId: string; sessionId: string; epoch: number };

/** A signed-in person, as the account's row says at this moment. `login` is the username, or the driver code. */
export type Person = { accountId: string; sessionId: string; role: Role; login: string };

/** A person and the request that they make. */
export type Caller = Person & { requestId: string };

/** The author of a change: a caller, or the account that queued the job which makes it. */
export type Author = Omit<Caller, 'sessionId'>;
