import { listSavedViews, type SavedView, type ShownList } from '@banbo/contract';
import { read } from '~/lib/api/query-client.ts';
import type { ListState } from '../data-table/list-state.ts';

/** The parts of a shown list that a view keeps. */
export type ShownView = Pick<SavedView, 'filters' | 'sort' | 'hidden_columns'>;

type State = Pick<ListState, 'filters' | 'sort' | 'isSortable' | 'usual' | 'fixed'>;

/**
 * The filters, order and columns that a view keeps: those that differ from the defaults, without
 * fixed filters and without persons' own numbers and names.
 */
export const shownOf = (list: ShownList, state: State, hidden: readonly string[]): ShownView => ({
  filters: Object.fromEntries(
    Object.entries(state.filters).filter(
      ([name, text]) =>
        text !== '' && text !== state.usual[name] && !state.fixed.includes(name) && !list.filters[name]?.isPersonal,
    ),
  ),
  sort: state.isSortable && state.sort !== list.sorts[0] ? state.sort : '',
  hidden_columns: [...hidden],
});

/** True when a list is filtered by a person's own number or name, which no view keeps. */
export const hasPersonal = (list: ShownList, { filters, fixed }: Pick<State, 'filters' | 'fixed'>): boolean =>
  Object.entries(filters).some(
    ([name, text]) => text !== '' && !fixed.includes(name) && list.filters[name]?.isPersonal,
  );

const sorted = ({ filters, sort, hidden_columns }: ShownView): string =>
  JSON.stringify([Object.entries(filters).sort(), sort, [...hidden_columns].sort()]);

export const isSame = (one: ShownView, other: ShownView): boolean => sorted(one) === sorted(other);

/** The parts of a view that its list still takes, and the names of the others for people. */
export const usableOf = (
  list: ShownList,
  { filters, sort, hidden_columns }: ShownView,
  { fixed, headers }: { fixed: readonly string[]; headers: readonly string[] },
): ShownView & { stale: string[] } => {
  const takes = ([name, text]: [string, string]): boolean =>
    Object.hasOwn(list.filters, name) &&
    !fixed.includes(name) &&
    list.filters[name]?.schema.safeParse(text).success === true;
  const given = Object.entries(filters);
  const isSort = sort === '' || list.sorts.includes(sort);
  const gone = given.filter((one) => !takes(one)).map(([name]) => list.filters[name]?.label ?? name);
  const lost = hidden_columns.filter((header) => !headers.includes(header));
  return {
    filters: Object.fromEntries(given.filter(takes)),
    sort: isSort ? sort : '',
    hidden_columns: hidden_columns.filter((header) => headers.includes(header)),
    stale: [...gone, ...(isSort ? [] : ['its order']), ...lost],
  };
};

export const viewsQuery = (screen: string) => read(listSavedViews, { query: { screen } });
