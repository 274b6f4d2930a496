import {
  DRIVER_STATES,
  type DriverState,
  driverList,
  driverState,
  fullName,
  groupThousands,
  type ListedDriver,
  MAX_SEARCH_MATCHES,
  shownName,
  sumOfDrivers,
} from '@banbo/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { DriverPhoto } from '~/components/record/driver-photo.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

export const STATE_TONES: Readonly<Record<DriverState, 'good' | 'waiting' | 'bad' | 'plain'>> = {
  merged: 'plain',
  removed: 'plain',
  unpaid: 'waiting',
  owes: 'bad',
  covered: 'good',
  current: 'plain',
};

const shownOf = (driver: ListedDriver): string => shownName(fullName(driver));

const COLUMNS: readonly ShownColumn<typeof driverList>[] = [
  {
    key: 'fullname',
    heading: true,
    grows: true,
    cell: (driver) => (
      <Group gap="sm" wrap="nowrap">
        <DriverPhoto id={driver.id} name={fullName(driver)} photo={driver.photo} size="1.375rem" />
        <OneLine isName label={`the name of ${driver.driver_code}`}>
          <Link to={`/view_driver/${driver.id}`}>{shownOf(driver)}</Link>
        </OneLine>
      </Group>
    ),
  },
  { key: 'car_number', oneLine: true },
  { key: 'mobile_number', oneLine: true },
  { key: 'plan', oneLine: true },
];

const MONEY: readonly ShownColumn<typeof driverList>[] = [
  { key: 'covered_until', oneLine: true, spare: true },
  {
    key: 'owed',
    oneLine: true,
    cell: ({ money }) => (money ? groupThousands(money.owed) : '–'),
  },
  { key: 'last_payment', oneLine: true, spare: true },
];

const STATE: ShownColumn<typeof driverList> = {
  key: 'state',
  oneLine: true,
  cell: (driver) => {
    const state = driverState(driver);
    return <StatusBadge tone={STATE_TONES[state]}>{DRIVER_STATES[state]}</StatusBadge>;
  },
};

const columnsFor = (isRemoved: boolean, seesMoney: boolean): readonly ShownColumn<typeof driverList>[] => [
  ...COLUMNS,
  ...(isRemoved ? [{ key: 'removed_at', oneLine: true } as const] : seesMoney ? MONEY : []),
  STATE,
  { key: 'driver_code', oneLine: true, hiddenAtFirst: true },
  { key: 'email', long: true, hiddenAtFirst: true },
  { key: 'gps_address', oneLine: true, hiddenAtFirst: true },
  { key: 'registered_at', oneLine: true, hiddenAtFirst: true },
];

type NoDriverProps = { text: string; isFiltered: boolean; isRemoved: boolean; onSearchRemoved: () => void };

function NoDriver({ text, isFiltered, isRemoved, onSearchRemoved }: NoDriverProps) {
  if (text === '') {
    if (isFiltered) return <p>No driver matches all the filters. Remove a filter.</p>;
    return <p>{isRemoved ? 'No driver is removed.' : 'No driver has registered yet.'}</p>;
  }
  if (isRemoved) return <p>No match for ‘{text}’ among removed drivers.</p>;
  return (
    <>
      <p>No match for ‘{text}’. Try a plate, a phone number or part of a name.</p>
      <Button variant="default" mt="xs" onClick={onSearchRemoved}>
        Search removed drivers
      </Button>
    </>
  );
}

/** Filters that the box `q` has replaced; links of before still carry them. */
const NUMBERS = ['driver_code', 'mobile_number', 'car_number'] as const;
/** The filters that removed drivers do not have. */
const OF_CURRENT = { plan: '', fee: '', covered: '', owes: '' } as const;

/** The debts of these filters; empty until they are added up, which rows do not wait for. */
const useOwedInAll = (filters: Readonly<Record<string, string>>, isAsked: boolean): string => {
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const { data } = useQuery({ ...read(sumOfDrivers, { query }), enabled: isAsked });
  return data ? groupThousands(data.owed) : '';
};

/** Current drivers, the newest first; or removed ones; or those that a search finds. */
export function DriverTable() {
  const { can } = useAbility();
  const seesMoney = can('payments.read');
  const listState = useListState(driverList);
  const { removed, q } = listState.filters;
  const numbers = NUMBERS.filter((name) => listState.filters[name] !== '');
  const text = [q, ...numbers.map((name) => listState.filters[name])].filter((one) => one !== '').join(' ');
  const isRemoved = removed !== '';
  const hidden: readonly string[] = [
    ...NUMBERS.filter((name) => !numbers.includes(name)),
    ...(isRemoved ? Object.keys(OF_CURRENT) : []),
    ...(seesMoney ? [] : ['covered', 'owes']),
  ];
  const filters = Object.fromEntries(Object.entries(driverList.filters).filter(([name]) => !hidden.includes(name)));
  const owed = useOwedInAll(listState.filters, seesMoney && !isRemoved);
  const state = {
    ...listState,
    setFilters: (given: Partial<typeof listState.filters>) =>
      listState.setFilters(given.removed ? { ...given, ...OF_CURRENT } : given),
  };
  return (
    <ListScreen
      list={driverList}
      state={state}
      caption="Drivers"
      columns={columnsFor(isRemoved, seesMoney)}
      filters={filters}
      loading="Loading drivers..."
      empty={
        <NoDriver
          text={text}
          isFiltered={state.isFiltered}
          isRemoved={isRemoved}
          onSearchRemoved={() => listState.setFilters({ removed: 'true', ...OF_CURRENT })}
        />
      }
      ownOrder={numbers.length > 0 ? 'Sorted by what you searched for.' : 'Last removed first.'}
      // All current drivers are counted, however many they are.
      cut={
        state.isFiltered &&
        `Only the first ${MAX_SEARCH_MATCHES} ${text === '' ? 'drivers' : 'matches'} are shown. Type more to see fewer.`
      }
      {...(seesMoney && !isRemoved && { total: () => ({ label: 'TOTAL OWED', column: 'Owes', value: owed }) })}
      isLive
    />
  );
}
