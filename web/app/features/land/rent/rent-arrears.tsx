import {
  formatMoney,
  groupThousands,
  RENT_AGE_LABELS,
  type RentAge,
  rentArrearsList,
  sumRentArrears,
} from '@banbo/contract';
import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { useZoneFilter } from '../plots/plot-table.tsx';
import { TENANCY_COLUMNS } from './tenancy-columns.tsx';

const TONES = { this: 'plain', one: 'waiting', two: 'waiting', three: 'bad' } as const satisfies Record<
  RentAge,
  string
>;

const COLUMNS: readonly ShownColumn<typeof rentArrearsList>[] = [
  ...TENANCY_COLUMNS,
  { key: 'contact_number', oneLine: true, spare: true },
  { key: 'owed_since', oneLine: true },
  { key: 'age', cell: ({ age }) => <StatusBadge tone={TONES[age]}>{RENT_AGE_LABELS[age]}</StatusBadge> },
  { key: 'owed', stays: true },
];

/** Rent that is owed by age, each with the way to its rows. */
function Ages() {
  return (
    <RecordLoaded of="sums" query={read(sumRentArrears, {})}>
      {({ ages }) => (
        <Group component="ul" gap="0 var(--space-6)" mb="sm" style={{ listStyle: 'none' }} aria-label="Owed by age">
          {ages.map(({ age, count, amount }) => (
            <li key={age}>
              <Link to={`/rent_arrears?age=${age}`}>{RENT_AGE_LABELS[age]}</Link>: {formatMoney(amount)} on{' '}
              {counted(count, 'tenancy', 'tenancies')}
            </li>
          ))}
        </Group>
      )}
    </RecordLoaded>
  );
}

/** Tenancies that owe ground rent, with the sums of the whole filter. */
export function RentArrearsScreen() {
  const state = useListState(rentArrearsList);
  const zone = useZoneFilter();
  return (
    <>
      <Ages />
      <ListScreen
        list={rentArrearsList}
        state={state}
        caption="Tenancies in arrears"
        filters={{ ...rentArrearsList.filters, zone }}
        columns={COLUMNS}
        loading="Loading arrears..."
        empty={<p>{state.isFiltered ? 'No tenancies match these filters.' : 'No ground rent is owed.'}</p>}
        total={(page) => ({
          label: 'Total owed',
          column: 'Owed',
          value: groupThousands(page?.amount ?? '0.00'),
          beside: null,
        })}
      />
    </>
  );
}
