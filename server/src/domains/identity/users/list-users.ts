import type { Page, User } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { presentUser } from './users.present.ts';
import { pageOfUsers, type UserFilter, userById } from './users.repo.ts';

/** A page of staff users by name, with the filter's count. */
export const listUsers = async (
  deps: IdentityDeps,
  query: UserFilter & Page,
): Promise<{ rows: User[]; count: number }> => {
  const { rows, count } = await pageOfUsers(deps.db, query, query);
  return { rows: rows.map((user) => presentUser(user, deps.now())), count };
};

/** One staff user; 404 `not_found` when there is none. */
export const showUser = async (deps: IdentityDeps, id: string): Promise<User> => {
  const user = await userById(deps.db, id);
  if (!user) throw new Refusal('not_found', 'There is no such user.');
  return presentUser(user, deps.now());
};
