import { type ListQuery, type User, userList } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { presentUser } from './users.present.ts';
import { userById, usersSql } from './users.repo.ts';

/** Staff users by name. */
export const usersSource = ({ now }: IdentityDeps): ListSource<ListQuery<typeof userList>, User> =>
  listSource(userList, usersSql, (rows) => rows.map((user) => presentUser(user, now())));

/** One staff user; 404 `not_found` when there is none. */
export const showUser = async (deps: IdentityDeps, id: string): Promise<User> => {
  const user = await userById(deps.db, id);
  if (!user) throw new Refusal('not_found', 'There is no such user.');
  return presentUser(user, deps.now());
};
