import type { Role } from '@banbo/contract';

/** Who is calling, as the account's row says at this moment. `login` is the username, driver code or tenant's username. */
export type Caller = { accountId: string; sessionId: string; role: Role; login: string };
