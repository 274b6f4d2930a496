import { COUNTED_AHEAD, type Filters, type RowOf, type ShownList } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAbility } from '~/lib/ability.ts';
import type { ListPage } from '~/lib/api.ts';
import { ColumnChoice } from '../list-choices/column-choice.tsx';
import { useColumns } from '../list-choices/use-columns.ts';
import { ViewsMenu } from '../list-choices/views-menu.tsx';
import { DataTable, type Total } from './data-table.tsx';
import { FilterForm } from './filter-form.tsx';
import { type ShownColumn, tableColumns } from './list-columns.tsx';
import { type Following, listQuery } from './list-query.ts';
import styles from './list-tools.module.css';
import { SaveList } from './save-list.tsx';
import { SortChoice } from './sort-choice.tsx';
import { nextSort, sortLabel } from './sorts.ts';
import type { ListState } from './use-list-state.ts';
import { useTablet } from './use-tablet.ts';

type Props<L extends ShownList> = {
  list: L;
  state: ListState<L>;
  /** Names the table and its filters for screen readers. */
  caption: string;
  /** Names the screen where a list has several, for the columns and views that people keep of it; small letters and hyphens. */
  screen?: string;
  columns: readonly ShownColumn<L>[];
  loading: string;
  /** Shown when the list has no row. */
  empty: ReactNode;
  /** Shown above a list of which more matches than can be paged, or than is added up. */
  cut?: ReactNode;
  /** The filters that the form asks for, where they are not those of the definition. */
  filters?: Filters;
  /** Names the button that sends texts and days, where the screen has a search of its own. */
  filterButton?: string;
  /** Stands at the beginning of the line of tools, such as what adds to the list. */
  start?: ReactNode;
  /** Stands between the filters and the table. */
  above?: (page: ListPage<RowOf<L>> | undefined) => ReactNode;
  /** True where pages are left out when one holds all rows. */
  hidesOnlyPage?: boolean;
  /** The order of the rows in words, where they cannot be sorted. */
  ownOrder?: string;
  total?: (page: ListPage<RowOf<L>> | undefined) => Total;
  /** The id of the row that is open beside the list. */
  chosen?: string;
} & Following<RowOf<L>>;

/** The screen of a list out of its definition: filters, order, files, and the table with its pages. */
export function ListScreen<L extends ShownList>(props: Props<L>) {
  const { list, state, caption, columns, loading, empty, cut, ownOrder, total } = props;
  const { filters = list.filters, filterButton, above, hidesOnlyPage = false, chosen } = props;
  const page = useQuery(listQuery(list, state, props));
  const count = page.data?.count ?? 0;
  const isTablet = useTablet();
  const { can } = useAbility();
  const screen = props.screen ?? list.name.replaceAll(' ', '-');
  // Cut by the counting alone, so that the next pages go further.
  const isCountedAhead = list.reach !== undefined && count === state.page * state.size + COUNTED_AHEAD;
  const whole = total?.(page.data);
  const every = tableColumns(list, columns);
  const headers = every.map(({ header }) => header);
  const { hidden, setHidden } = useColumns(screen, headers, whole?.column);
  const all = every.filter(({ header }) => !hidden.includes(header));
  const left = isTablet ? all.filter(({ spare }) => spare) : [];
  const sorting = {
    sort: state.sort,
    setSort: state.setSort,
    next: (name: string) => {
      const sort = nextSort(list, name, state.sort);
      return { sort, label: sortLabel(list, sort) };
    },
  };
  return (
    <>
      <div className={styles.tools}>
        {props.start}
        <FilterForm
          label={caption}
          filters={filters}
          {...(filterButton && { button: filterButton })}
          {...(list.rule && { rule: list.rule })}
          values={state.filters}
          onFilter={(filters) => state.setFilters(filters as Partial<typeof state.filters>)}
        />
        {state.isSortable && count > 1 && <SortChoice list={list} sort={state.sort} onSort={state.setSort} />}
        <div className={styles.choices}>
          {/* Views are of staff alone, who all may see the dashboard. */}
          {can('dashboard.read') && (
            <>
              <ViewsMenu
                list={list}
                screen={screen}
                state={state as unknown as ListState}
                headers={headers}
                hidden={hidden}
                onColumns={setHidden}
              />
              <ColumnChoice headers={headers} hidden={hidden} needed={whole?.column} onChange={setHidden} />
            </>
          )}
          {list.file && count > 0 && <SaveList file={list.file} address={state} />}
        </div>
      </div>
      {above?.(page.data)}
      {cut && page.data?.isCut && !isCountedAhead && <p className={styles.note}>{cut}</p>}
      {!state.isSortable && ownOrder && count > 1 && <p className={styles.order}>{ownOrder}</p>}
      <DataTable
        caption={caption}
        columns={all.filter((column) => !left.includes(column))}
        list={page}
        params={state}
        {...(state.isSortable && { sorting })}
        loading={loading}
        empty={empty}
        {...(whole && { total: whole })}
        hidesOnlyPage={hidesOnlyPage}
        {...(chosen !== undefined && { chosen })}
      />
      {left.length > 0 && count > 0 && (
        <p className={styles.spare}>Only on a wider screen: {left.map(({ header }) => header).join(', ')}.</p>
      )}
    </>
  );
}
