import { DEFAULT_PAGE_SIZE, type ShownList } from '@banbo/contract';
import { PAGE_SIZES } from './pagination.tsx';

const MAX_PAGE = 10_000_000;

/** A part of a list's address that changes; null or '' takes it out. */
export type Changes = Readonly<Record<string, string | number | null>>;

type Filters<L extends ShownList> = Readonly<Record<keyof L['filters'] & string, string>>;

/** A list's state as its address has it. Filters are as in the address, '' where it has none. */
export type ListAddress<L extends ShownList> = {
  page: number;
  size: number;
  sort: string;
  filters: Filters<L>;
  /** False where the rows have an order of their own. `sort` is then the list's usual one, or '' where it has none. */
  isSortable: boolean;
  /** True when some filter holds. */
  isFiltered: boolean;
};

type Options<L extends ShownList> = {
  usualSize?: number;
  /** Filters that the screen sets, whatever the address says. */
  fixed?: Partial<Filters<L>>;
  /** Filters that hold where the address names none. */
  usual?: Partial<Filters<L>>;
};

type Texts = Partial<Record<string, string>>;

const wholeNumber = (text: string | null): number | null => (text && /^\d{1,8}$/.test(text) ? Number(text) : null);

/** Reads a list's state out of an address. What the list's definition does not take counts as left out. */
export const readAddress = <L extends ShownList>(
  list: L,
  query: URLSearchParams,
  { usualSize = DEFAULT_PAGE_SIZE, fixed = {}, usual = {} }: Options<L> = {},
): ListAddress<L> => {
  const asked = wholeNumber(query.get('size'));
  const given = Object.entries(list.filters).map(([name, { schema }]): [string, string] => {
    const text = (fixed as Texts)[name] ?? query.get(name) ?? '';
    return [name, text !== '' && schema.safeParse(text).success ? text : ((usual as Texts)[name] ?? '')];
  });
  const filters = Object.fromEntries(given) as Filters<L>;
  const isSortable = list.sorts.length > 0 && !list.hasOwnOrder?.(filters);
  const usualSort = list.sorts[0] ?? '';
  return {
    page: Math.min(Math.max(1, wholeNumber(query.get('page')) ?? 1), MAX_PAGE),
    size: PAGE_SIZES.find((one) => one === asked) ?? usualSize,
    sort: (isSortable && list.sorts.find((one) => one === query.get('sort'))) || usualSort,
    filters,
    isSortable,
    isFiltered: given.some(([name, text]) => text !== ((usual as Texts)[name] ?? '') && !(name in fixed)),
  };
};

/** The address with the changes made. */
export const changeAddress = (query: URLSearchParams, changes: Changes): URLSearchParams => {
  const after = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') after.delete(name);
    else after.set(name, String(value));
  }
  return after;
};
