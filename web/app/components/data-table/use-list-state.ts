import { DEFAULT_PAGE_SIZE, type ShownList } from '@banbo/contract';
import { useSearchParams } from 'react-router';
import { type Changes, changeAddress, type ListAddress, readAddress } from './list-state.ts';

type Options<L extends ShownList> = {
  usualSize?: number;
  fixed?: Partial<ListAddress<L>['filters']>;
  usual?: Partial<ListAddress<L>['filters']>;
};

/** A list's page, size, sort and filters, kept in the address so that they can be sent to a colleague and come back with Back. */
export const useListState = <L extends ShownList>(list: L, options: Options<L> = {}) => {
  const [query, setQuery] = useSearchParams();
  const address = readAddress(list, query, options);
  const change = (changes: Changes, options = {}) => {
    const after = changeAddress(query, changes);
    // The same address again would only be one more step for Back.
    if (after.toString() !== query.toString()) setQuery(after, options);
  };
  /** The screen sets these, so the address does not have them. */
  const unfixed = Object.fromEntries(Object.keys(options.fixed ?? {}).map((name) => [name, null]));
  const usual: Readonly<Record<string, string | undefined>> = options.usual ?? {};
  const unlessUsual = <T>(value: T, usual: T): T | null => (value === usual ? null : value);
  return {
    ...address,
    usual,
    /** Filters that the screen sets, and that a person cannot change. */
    fixed: Object.keys(options.fixed ?? {}),
    /** The table brings its own first row into sight. */
    setPage: (page: number) => change({ page: unlessUsual(page, 1) }, { preventScrollReset: true }),
    setSize: (size: number) => change({ page: null, size: unlessUsual(size, options.usualSize ?? DEFAULT_PAGE_SIZE) }),
    /** Another order or filter starts at its first page. */
    setSort: (sort: string) => change({ page: null, sort: unlessUsual(sort, list.sorts[0] ?? '') }),
    /** Filters and order at once; a filter that is not named is as it is when the address names none. */
    setWhole: ({ filters, sort }: { filters: Readonly<Record<string, string>>; sort: string }) =>
      change({
        ...Object.fromEntries(Object.keys(list.filters).map((name) => [name, filters[name] ?? null])),
        ...unfixed,
        page: null,
        sort: unlessUsual(sort, list.sorts[0] ?? ''),
      }),
    setFilters: (filters: Partial<ListAddress<L>['filters']>) =>
      change({
        ...Object.fromEntries(
          Object.entries(filters).map(([name, text]) => [name, text === usual[name] ? null : text]),
        ),
        ...unfixed,
        page: null,
      } as Changes),
  };
};

export type ListState<L extends ShownList = ShownList> = ReturnType<typeof useListState<L>>;
