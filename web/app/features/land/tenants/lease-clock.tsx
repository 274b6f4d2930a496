import { type LeaseClockRow, leaseClockList, NotedReview, noteRentReview, shownName } from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useZoneFilter } from '../plots/plot-table.tsx';

type Columns = readonly ShownColumn<typeof leaseClockList>[];

const COLUMNS: Columns = [
  { key: 'day', oneLine: true },
  {
    key: 'plot_number',
    heading: true,
    oneLine: true,
    cell: ({ plot_id, block, plot_number }) => (
      <Link to={`/plots/${plot_id}`}>{[block, plot_number].filter(Boolean).join(' ')}</Link>
    ),
  },
  { key: 'zone', oneLine: true, cell: ({ zone }) => shownName(zone) },
  {
    key: 'fullname',
    grows: true,
    cell: ({ tenant_id, fullname }) => <Link to={`/tenants/${tenant_id}`}>{shownName(fullname)}</Link>,
  },
  { key: 'tenant_code', oneLine: true, spare: true },
  { key: 'indenture_number', oneLine: true },
  { key: 'ground_rent', oneLine: true },
];

const SEEN_BY = 'Stays in the audit log.';

/** Notes a review as held; the next one of the term follows. */
const NoteReview = ({ row: { tenancy_id, day, indenture_number } }: { row: LeaseClockRow }) => (
  <ChangeButton
    label="Reviewed…"
    of={indenture_number}
    title="Was this rent reviewed?"
    action="Note it"
    danger={false}
    reason={{ schema: NotedReview.pick({ reason: true }), seenBy: SEEN_BY }}
    button={{ size: 'compact-xs' }}
    send={(reason) => change(noteRentReview, { params: { id: tenancy_id }, body: { review_on: day, reason } })}
  >
    <p>Say what came of it. The ground rent in the record stays as it is, and the next review is planned.</p>
  </ChangeButton>
);

const REVIEWING: Columns = [{ header: 'Action', cell: (row) => <NoteReview row={row} /> }];

const CERTIFYING: Columns = [
  { header: 'Application', cell: ({ application_id }) => <Link to={`/applications/${application_id}`}>Open</Link> },
];

/** Tenancies whose day comes or has passed, by what it is and how far ahead. */
export function LeaseClock() {
  const state = useListState(leaseClockList);
  const { can } = useAbility();
  const zone = useZoneFilter();
  const what = state.filters.what || 'ends';
  const more = what === 'certificate' ? CERTIFYING : what === 'review' && can('land.write') ? REVIEWING : [];
  return (
    <ListScreen
      list={leaseClockList}
      state={state}
      caption="Lease clock"
      filters={{ ...leaseClockList.filters, zone }}
      columns={[...COLUMNS, ...more]}
      loading="Loading tenancies..."
      empty={<p>No tenancy has such a day.</p>}
      cut="Only the first 10,000 are listed. Choose a zone to see others."
    />
  );
}
