import {
  type Access,
  type BodyOf,
  type changeSavedView as ChangeCall,
  ENDPOINTS,
  holds,
  MAX_SAVED_VIEWS,
  type SavedView,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import type { Caller } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import {
  countViews,
  deleteView,
  insertView,
  type NewView,
  ownView,
  updateView,
  VIEW_NAMES,
  viewsOf,
} from './views.repo.ts';

/** Query parameters that choose the page shown and not its rows. */
const NO_FILTERS = ['page', 'size', 'sort', 'format'];

type Shape = Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>>;

/** Lists of staff need a permission each, or none; those of members and tenants have no views. */
const mayRead = (access: Access, caller: Caller): boolean => {
  if (access === 'public') return true;
  return access !== 'signed-in' && access !== 'member' && access !== 'tenant' && holds(caller, access);
};

/** The query of a list that the caller may see; refused with 400 `invalid_input` without one. */
const queryOf = (list: string, caller: Caller): Shape => {
  const endpoint = ENDPOINTS.find(({ method, url }) => method === 'GET' && url === list);
  const shape = endpoint?.schema.querystring?.shape as Shape | undefined;
  if (!endpoint || !mayRead(endpoint.access, caller) || !shape?.page)
    throw new Refusal('invalid_input', 'There is no such list.');
  return shape;
};

/** Refuses with 400 `invalid_input` a view with filters or an order that its list does not take. */
const checkView = ({ list, filters, sort }: Pick<NewView, 'list' | 'filters' | 'sort'>, caller: Caller): void => {
  const shape = queryOf(list, caller);
  for (const [name, value] of Object.entries(filters)) {
    const takes = Object.hasOwn(shape, name) && !NO_FILTERS.includes(name) && shape[name]?.safeParse(value).success;
    if (!takes) throw new Refusal('invalid_input', 'This list has no such filter.');
  }
  if (sort !== '' && !shape.sort?.safeParse(sort).success) {
    throw new Refusal('invalid_input', 'This list has no such order.');
  }
};

/** Replaces the unique index's error by the refusal of a taken name. */
const refusingTakenName = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (violatedUnique(error) !== VIEW_NAMES) throw error;
    throw new Refusal('conflict', 'You have a view of this name here. Please choose another name.');
  }
};

/** The caller's own views of a screen, by name. */
export const listViews = (db: Db, { accountId }: Caller, screen: string): Promise<SavedView[]> =>
  viewsOf(db, { accountId, screen });

/** Stores the caller's view. Refused with 422 `refused` at the limit, 409 for a taken name. */
export const createView = async (tx: Tx, caller: Caller, view: NewView, now: Date): Promise<SavedView> => {
  checkView(view, caller);
  if ((await countViews(tx, caller.accountId)) >= MAX_SAVED_VIEWS) {
    throw new Refusal('refused', `You have ${MAX_SAVED_VIEWS} views, which is the most. Please delete one first.`);
  }
  return refusingTakenName(insertView(tx, caller.accountId, view, now));
};

/** Changes the caller's view; another's is 404 `not_found`. Refused with 409 for a taken name. */
export const changeView = async (
  db: Db,
  caller: Caller,
  { id, change }: { id: string; change: BodyOf<typeof ChangeCall> },
): Promise<SavedView> => {
  const before = existing(await ownView(db, caller.accountId, id), 'view');
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  checkView({ ...before, ...given }, caller);
  return existing(await refusingTakenName(updateView(db, caller.accountId, { id, change: given })), 'view');
};

/** Deletes a view of the caller's own; another person's is 404 `not_found`. */
export const forgetView = async (db: Db, { accountId }: Caller, id: string): Promise<void> => {
  if (!(await deleteView(db, accountId, id))) throw noSuch('view');
};
