import type { Role } from '@banbo/contract';

/** The account and session of a token that we signed. The session may have ended since; only the database knows. */
export type Claims = { accountId: string; sessionId: string; epoch: number };

/** A signed-in person, as the account's row says at this moment. `login` is the username, driver code or tenant's username. */
export type Person = { accountId: string; sessionId: string; role: Role; login: string };

/** Who is calling, and in which request. */
export type Caller = Person & { requestId: string };
