import { type DriverSummary, formatInstant, formatPhone, MAX_SEARCH_MATCHES } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { DriverFilterForm } from './driver-filter-form.tsx';
import { DriverPhoto } from './driver-photo.tsx';
import { driversQuery, fullName, isRemoved } from './driver-queries.ts';
import styles from './drivers.module.css';

const COLUMNS: readonly Column<DriverSummary>[] = [
  {
    header: 'Full Name',
    heading: true,
    oneLine: true,
    cell: (driver) => (
      <span className={styles.person}>
        <DriverPhoto id={driver.id} name={fullName(driver)} photo={driver.photo} size="1.375rem" />
        <Link to={`/display_driver/${driver.id}`}>{fullName(driver)}</Link>
      </span>
    ),
  },
  { header: 'Driver Code', cell: (driver) => driver.driver_code },
  { header: 'Car Number', cell: (driver) => driver.car_number },
  { header: 'Mobile Number', cell: (driver) => formatPhone(driver.mobile_number) },
];

const REGISTERED: Column<DriverSummary> = {
  header: 'Registered',
  cell: (driver) => formatInstant(driver.registered_at),
};
const REMOVED: Column<DriverSummary> = {
  header: 'Removed',
  // The rows of before stand there until the removed ones come.
  cell: ({ removed_at }) => removed_at && formatInstant(removed_at),
};

const SEARCHED = ['driver_code', 'mobile_number', 'car_number'] as const;
const FILTERS = [...SEARCHED, 'removed'] as const;

type NoDriverProps = { searching: boolean; removed: boolean; onSearchRemoved: () => void };

function NoDriver({ searching, removed, onSearchRemoved }: NoDriverProps) {
  if (!searching) return <p>{removed ? 'No driver is removed.' : 'No driver has registered yet.'}</p>;
  if (removed) return <p>No removed driver fits this search.</p>;
  return (
    <>
      <p>No driver fits this search.</p>
      <button type="button" className="button" onClick={onSearchRemoved}>
        Search removed drivers
      </button>
    </>
  );
}

/** All current drivers, the newest first, or the removed ones, the last removed first, or those a search finds. */
export function DriverTable() {
  const params = useListParams(FILTERS);
  const list = useQuery(driversQuery(params.page, params.size, params.filters));
  const removed = isRemoved(params.filters);
  const searching = SEARCHED.some((name) => params.filters[name] !== '');
  const cut = params.filtered && list.data?.count === MAX_SEARCH_MATCHES;
  return (
    <>
      <DriverFilterForm
        key={JSON.stringify(SEARCHED.map((name) => params.filters[name]))}
        filter={params.filters}
        onSearch={(filter) => params.setFilters(filter)}
      />
      {cut && (
        <p className={styles.note}>
          Only the first {MAX_SEARCH_MATCHES} {searching ? 'matches' : 'drivers'} are shown. Search for more of it.
        </p>
      )}
      <DataTable
        caption="Drivers"
        columns={[...COLUMNS, removed ? REMOVED : REGISTERED]}
        list={list}
        params={params}
        rowKey={(driver) => driver.id}
        loading="Loading drivers..."
        empty={
          <NoDriver
            searching={searching}
            removed={removed}
            onSearchRemoved={() => params.setFilters({ removed: 'true' })}
          />
        }
      />
    </>
  );
}
