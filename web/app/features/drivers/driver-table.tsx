import { type DriverSummary, formatInstant, formatPhone, MAX_SEARCH_MATCHES } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Column, DataTable } from '~/components/data-table/data-table.tsx';
import { useListParams } from '~/components/data-table/use-list-params.ts';
import { DriverFilterForm } from './driver-filter-form.tsx';
import { DriverPhoto } from './driver-photo.tsx';
import { driversQuery, fullName } from './driver-queries.ts';
import styles from './drivers.module.css';

const COLUMNS: readonly Column<DriverSummary>[] = [
  {
    header: 'Full Name',
    heading: true,
    cell: (driver) => (
      <span className={styles.person}>
        <DriverPhoto id={driver.id} name={fullName(driver)} photo={driver.photo} size="2.5rem" />
        <Link to={`/display_driver/${driver.id}`}>{fullName(driver)}</Link>
      </span>
    ),
  },
  { header: 'Driver Code', cell: (driver) => driver.driver_code },
  { header: 'Car Number', cell: (driver) => driver.car_number },
  { header: 'Mobile Number', cell: (driver) => formatPhone(driver.mobile_number) },
  { header: 'Registered', cell: (driver) => formatInstant(driver.registered_at) },
];

const FILTERS = ['driver_code', 'mobile_number', 'car_number'] as const;

/** All drivers, the newest first, or those a search finds. */
export function DriverTable() {
  const params = useListParams(FILTERS);
  const list = useQuery(driversQuery(params.page, params.size, params.filters));
  const cut = params.filtered && list.data?.count === MAX_SEARCH_MATCHES;
  return (
    <>
      <DriverFilterForm
        key={JSON.stringify(params.filters)}
        filter={params.filters}
        onSearch={(filter) => params.setFilters(filter)}
      />
      {cut && (
        <p className={styles.note}>Only the first {MAX_SEARCH_MATCHES} matches are shown. Search for more of it.</p>
      )}
      <DataTable
        caption="Drivers"
        columns={COLUMNS}
        list={list}
        params={params}
        rowKey={(driver) => driver.id}
        loading="Loading drivers..."
        empty={<p>{params.filtered ? 'No driver fits this search.' : 'No driver has registered yet.'}</p>}
      />
    </>
  );
}
