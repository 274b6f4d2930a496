import type { StaffRole } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { buildUser, OWN_PAGE, PASSWORD } from '../builders/identity.ts';

/** Signs a new user in at a server, and gives the headers of their calls. */
export const signInAt = async (
  address: string,
  db: Db,
  role: StaffRole = 'SuperUser',
): Promise<Record<string, string>> => {
  const { username } = await buildUser({ db, clock: { now: new Date() } }, { role });
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { ...OWN_PAGE, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD, persist: false }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
};
