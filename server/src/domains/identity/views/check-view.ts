import { type Access, ENDPOINTS, holds, type Role } from '@banbo/contract';
import { Refusal } from '#lib/refusal.ts';
import type { NewView } from './views.repo.ts';

/** Parts of a list's query that say which page is shown, and not of which rows. */
const NO_FILTERS = ['page', 'size', 'sort', 'format'];

type Shape = Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>>;

/** Lists of staff need a permission each, or none; those of members and tenants have no views. */
const mayRead = (access: Access, role: Role): boolean => {
  if (access === 'public') return true;
  return access !== 'signed-in' && access !== 'member' && access !== 'tenant' && holds(role, access);
};

/** The query of a list that the role may see; refused with 400 `invalid_input` where there is none at this path. */
const queryOf = (list: string, role: Role): Shape => {
  const endpoint = ENDPOINTS.find(({ method, url }) => method === 'GET' && url === list);
  const shape = endpoint?.schema.querystring?.shape as Shape | undefined;
  if (!endpoint || !mayRead(endpoint.access, role) || !shape?.page)
    throw new Refusal('invalid_input', 'There is no such list.');
  return shape;
};

/** Refuses with 400 `invalid_input` a view with filters or an order that its list does not take. */
export const checkView = ({ list, filters, sort }: Pick<NewView, 'list' | 'filters' | 'sort'>, role: Role): void => {
  const shape = queryOf(list, role);
  for (const [name, value] of Object.entries(filters)) {
    const takes = Object.hasOwn(shape, name) && !NO_FILTERS.includes(name) && shape[name]?.safeParse(value).success;
    if (!takes) throw new Refusal('invalid_input', 'This list has no such filter.');
  }
  if (sort !== '' && !shape.sort?.safeParse(sort).success) {
    throw new Refusal('invalid_input', 'This list has no such order.');
  }
};
