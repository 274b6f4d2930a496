import {
  applicationMonths,
  applicationMonthsPdf,
  groupThousands,
  landSums,
  landSumsPdf,
  type RentRollRow,
  rentRoll,
  rentRollPdf,
  shownName,
} from '@banbo/contract';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { PartLinks } from '~/components/page/part-links.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { useToday } from '~/lib/use-today.ts';
import { useZoneFilter } from '../plots/plot-table.tsx';

type PartProps = { today: string };

const MONTH_COLUMNS: readonly ShownColumn<typeof applicationMonths>[] = [
  { key: 'month', heading: true, oneLine: true },
  { key: 'kind', grows: true },
  { key: 'lodged' },
  { key: 'open' },
  { key: 'approved' },
  { key: 'refused' },
  { key: 'withdrawn', spare: true },
  { key: 'annulled', spare: true },
  { key: 'late' },
  { key: 'median_days' },
  { key: 'longest_days' },
];

/** The years that applications can be of, up to this one. */
const yearChoices = (today: string) =>
  applicationMonths.filters.year.choices.filter(({ value }) => value <= today.slice(0, 4)).reverse();

function Applications({ today }: PartProps) {
  const state = useListState(applicationMonths, { usual: { year: today.slice(0, 4) } });
  const { year, ...others } = applicationMonths.filters;
  return (
    <ListScreen
      list={applicationMonths}
      state={state}
      caption="Applications by month"
      columns={MONTH_COLUMNS}
      filters={{ year: { ...year, choices: yearChoices(today) }, ...others }}
      pdf={applicationMonthsPdf}
      loading="Loading applications..."
      empty={<p>No applications were lodged in this year.</p>}
    />
  );
}

const REVENUE_COLUMNS: readonly ShownColumn<typeof landSums>[] = [
  { key: 'name', heading: true, grows: true },
  { key: 'payment_type', oneLine: true },
  { key: 'count' },
  { key: 'reversed_count', spare: true },
  { key: 'reversed', spare: true },
  { key: 'waiting', spare: true },
  { key: 'amount_paid' },
];

function Revenue({ today }: PartProps) {
  const usual = { from: `${today.slice(0, 4)}-01-01`, to: today };
  const state = useListState(landSums, { fixed: { by: 'zone_type' }, usual });
  const { by: _, ...filters } = landSums.filters;
  return (
    <ListScreen
      list={landSums}
      screen="land-revenue"
      state={state}
      caption="Revenue by zone and code"
      columns={REVENUE_COLUMNS}
      filters={filters}
      pdf={landSumsPdf}
      loading="Loading revenue..."
      empty={<p>No payments on these days.</p>}
      total={(page) => ({
        column: 'Amount Paid',
        label: 'Total',
        value: groupThousands(page?.amount ?? '0.00'),
      })}
    />
  );
}

const ROLL_COLUMNS: readonly ShownColumn<typeof rentRoll>[] = [
  { key: 'zone', oneLine: true, cell: ({ zone }) => shownName(zone) },
  {
    key: 'plot',
    heading: true,
    oneLine: true,
    cell: ({ plot_id, plot }: RentRollRow) => <Link to={`/plots/${plot_id}`}>{plot}</Link>,
  },
  {
    key: 'fullname',
    grows: true,
    cell: ({ tenant_id, fullname }: RentRollRow) => <Link to={`/tenants/${tenant_id}`}>{shownName(fullname)}</Link>,
  },
  { key: 'tenant_code', oneLine: true, spare: true },
  { key: 'land_use', oneLine: true, spare: true },
  { key: 'indenture_number', oneLine: true, hiddenAtFirst: true },
  { key: 'commencement', oneLine: true, spare: true },
  { key: 'term_years' },
  { key: 'ends_on', oneLine: true },
  { key: 'ground_rent' },
  { key: 'owed' },
];

function Roll({ ends }: { ends: '' | '1' }) {
  const state = useListState(rentRoll, { usual: { ends } });
  const zone = useZoneFilter();
  const { zone: _, ...others } = rentRoll.filters;
  return (
    <ListScreen
      list={rentRoll}
      screen={ends === '' ? 'rent-roll' : 'leases-that-end'}
      state={state}
      caption={ends === '' ? 'Rent roll' : 'Leases that end'}
      columns={ROLL_COLUMNS}
      filters={{ zone, ...others }}
      pdf={rentRollPdf}
      loading="Loading tenancies..."
      empty={<p>{state.isFiltered ? 'No tenancies match these filters.' : 'There are none.'}</p>}
    />
  );
}

const PARTS = [
  ['applications', 'Applications'],
  ['revenue', 'Revenue'],
  ['roll', 'Rent Roll'],
  ['ends', 'Leases That End'],
] as const;

/** Applications and their days, revenue by zone, the rent roll, and leases that end. */
export function OperationalReports() {
  const { can } = useAbility();
  const today = useToday();
  const [query] = useSearchParams();
  const parts = PARTS.filter(([part]) => part !== 'revenue' || can('land.money'));
  const open = parts.find(([part]) => part === query.get('part'))?.[0] ?? 'applications';
  return (
    <Page
      parts={
        <PartLinks
          label="Reports"
          isInHead
          parts={parts.map(([part, label]) => ({
            to: part === 'applications' ? '/operational_reports' : `/operational_reports?part=${part}`,
            label,
            isOpen: part === open,
          }))}
        />
      }
    >
      {today !== undefined && open === 'applications' && <Applications today={today} />}
      {today !== undefined && open === 'revenue' && <Revenue today={today} />}
      {open === 'roll' && <Roll key="roll" ends="" />}
      {open === 'ends' && <Roll key="ends" ends="1" />}
    </Page>
  );
}
