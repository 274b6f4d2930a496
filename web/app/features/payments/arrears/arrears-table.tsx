import {
  type Arrears,
  arrearsAgeLabel,
  arrearsList,
  groupThousands,
  type ListQuery,
  shortMonth,
  shownName,
  WAITING_TO_BE_CLEARED,
} from '@banbo/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { Page } from '~/components/page/page.tsx';
import { WriteOffDebts } from '~/components/payments/give-up-fees.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { useHeldDebts } from './held-debts.tsx';

type Shown = ShownColumn<typeof arrearsList>;
type Age = NonNullable<ListQuery<typeof arrearsList>['age']>;

const TONES = { current: 'plain', one: 'waiting', two: 'waiting', three: 'bad', fees: 'plain' } as const;

const ageCell = ({ age, oldest_month }: Arrears) => (
  <StatusBadge tone={TONES[age]}>{oldest_month === null ? 'Fees' : shortMonth(oldest_month)}</StatusBadge>
);

const nameCell =
  (seesDrivers: boolean) =>
  ({ id, fullname, driver_code }: Arrears) => (
    <OneLine isName label={`the name of ${driver_code}`}>
      {seesDrivers ? <Link to={`/view_driver/${id}`}>{shownName(fullname)}</Link> : shownName(fullname)}
    </OneLine>
  );

const ACTION: Shown = {
  header: 'ACTION',
  spare: true,
  cell: ({ id, fullname }) => <WriteOffDebts driverId={id} of={fullname} />,
};

/** The name leads to the driver for roles that may see drivers. */
const columnsFor = ({ seesDrivers, waives }: { seesDrivers: boolean; waives: boolean }): readonly Shown[] => [
  { key: 'driver_code', oneLine: true, spare: true },
  { key: 'fullname', heading: true, grows: true, cell: nameCell(seesDrivers) },
  { key: 'car_number', oneLine: true },
  { key: 'mobile_number', oneLine: true, spare: true },
  { key: 'oldest_month', cell: ageCell },
  { key: 'months' },
  { key: 'months_amount' },
  { key: 'other_amount' },
  { key: 'waiting' },
  { key: 'credit' },
  { key: 'total', stays: true },
  ...(waives ? [ACTION] : []),
];

const isAge = (age: string | undefined): age is Age => age !== undefined && age !== '';

/** Drivers who owe something, with the sums of the whole filter. */
export function ArrearsTable({ aside }: { aside?: ReactNode }) {
  const { can } = useAbility();
  const state = useListState(arrearsList);
  const age = isAge(state.filters.age) ? state.filters.age : null;
  return (
    <ListScreen
      list={arrearsList}
      state={state}
      caption="Drivers in arrears"
      columns={columnsFor({ seesDrivers: can('drivers.read'), waives: can('payments.waive') })}
      loading="Loading arrears..."
      empty={<p>{age ? `No driver owes: ${arrearsAgeLabel(age).toLowerCase()}.` : 'No driver owes anything.'}</p>}
      total={(page) => ({
        label: 'TOTAL DUE',
        column: 'Total Due',
        value: groupThousands(page?.amount ?? '0.00'),
        beside:
          page?.waiting && page.waiting !== '0.00'
            ? { label: WAITING_TO_BE_CLEARED, value: groupThousands(page.waiting) }
            : null,
      })}
      isLive
      aside={aside}
    />
  );
}

/** The arrears under their heading, with the way to reminders of the age that the list shows. */
export function ArrearsPage() {
  const age = useSearchParams()[0].get('age');
  const { can } = useAbility();
  const held = useHeldDebts();
  const remind = can('payments.clear') && (
    <Button component={Link} to={age === null ? '/reminders' : `/reminders?age=${age}`} variant="default">
      Remind by text
    </Button>
  );
  return (
    <Page
      about="Current drivers who owe more than their credit, up to this month. Waiting claims do not lower a debt."
      actions={remind}
    >
      {held.note}
      <ArrearsTable aside={held.button} />
    </Page>
  );
}
