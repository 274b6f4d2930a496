import { driverList, fullName, MAX_SEARCH_MATCHES } from '@banbo/contract';
import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { DriverPhoto } from './driver-photo.tsx';

const columnsFor = (isRemoved: boolean): readonly ShownColumn<typeof driverList>[] => [
  {
    key: 'fullname',
    heading: true,
    grows: true,
    cell: (driver) => (
      <Group gap="sm" wrap="nowrap">
        <DriverPhoto id={driver.id} name={fullName(driver)} photo={driver.photo} size="1.375rem" />
        <OneLine label={`the name of ${driver.driver_code}`}>
          <Link to={`/view_driver/${driver.id}`}>{fullName(driver)}</Link>
        </OneLine>
      </Group>
    ),
  },
  { key: 'driver_code', oneLine: true },
  { key: 'car_number', oneLine: true },
  { key: 'mobile_number', oneLine: true },
  { key: isRemoved ? 'removed_at' : 'registered_at', oneLine: true },
];

type NoDriverProps = { isSearch: boolean; isFiltered: boolean; isRemoved: boolean; onSearchRemoved: () => void };

function NoDriver({ isSearch, isFiltered, isRemoved, onSearchRemoved }: NoDriverProps) {
  if (!isSearch && isFiltered && !isRemoved) return <p>No driver fits this filter.</p>;
  if (!isSearch) return <p>{isRemoved ? 'No driver is removed.' : 'No driver has registered yet.'}</p>;
  if (isRemoved) return <p>No removed driver fits this search.</p>;
  return (
    <>
      <p>No driver fits this search.</p>
      <button type="button" className="button" onClick={onSearchRemoved}>
        Search removed drivers
      </button>
    </>
  );
}

/** Current drivers, the newest first; or removed ones; or those that a search finds. */
export function DriverTable() {
  const listState = useListState(driverList);
  const { removed, driver_code, mobile_number, car_number } = listState.filters;
  const isSearch = [driver_code, mobile_number, car_number].some((text) => text !== '');
  const isRemoved = removed !== '';
  const { plan, fee, ...ofRemoved } = driverList.filters;
  const state = {
    ...listState,
    /** Removed drivers have no plan or fee to filter by. */
    setFilters: (filters: Partial<typeof listState.filters>) =>
      listState.setFilters(filters.removed ? { ...filters, plan: '', fee: '' } : filters),
  };
  return (
    <ListScreen
      list={driverList}
      state={state}
      caption="Drivers"
      columns={columnsFor(isRemoved)}
      filters={isRemoved ? ofRemoved : driverList.filters}
      loading="Loading drivers..."
      empty={
        <NoDriver
          isSearch={isSearch}
          isFiltered={state.isFiltered}
          isRemoved={isRemoved}
          onSearchRemoved={() => listState.setFilters({ removed: 'true', plan: '', fee: '' })}
        />
      }
      ownOrder={isSearch ? 'In the order of what was searched by.' : 'The last removed first.'}
      // All current drivers are counted, however many they are.
      cut={
        state.isFiltered &&
        `Only the first ${MAX_SEARCH_MATCHES} ${isSearch ? 'matches' : 'drivers'} are shown. Search for more of it.`
      }
    />
  );
}
