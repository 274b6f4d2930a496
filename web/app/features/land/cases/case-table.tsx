import {
  CASE_OUTCOME_LABELS,
  COURT_CASE_STATUS_LABELS,
  type CourtCaseRow,
  type CourtCaseStatus,
  courtCaseList,
  formatDay,
  partiesInLine,
  plotsInLine,
  shownName,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';

type BadgeProps = { of: Pick<CourtCaseRow, 'status' | 'outcome'> };

/** The state of a case, with its outcome once it has one. */
export const CaseBadge = ({ of: { status, outcome } }: BadgeProps) => (
  <StatusBadge tone={status === 'pending' ? 'waiting' : 'good'}>
    {outcome === null
      ? COURT_CASE_STATUS_LABELS[status]
      : `${COURT_CASE_STATUS_LABELS[status]}: ${CASE_OUTCOME_LABELS[outcome].toLowerCase()}`}
  </StatusBadge>
);

/** The parties by their names in the usual case. */
const shownParties = ({ parties }: CourtCaseRow): Pick<CourtCaseRow, 'parties'> => ({
  parties: parties.map(({ role, name }) => ({ role, name: shownName(name) })),
});

type Shown = ShownColumn<typeof courtCaseList>;

const FACTS: readonly Shown[] = [
  {
    key: 'suit_number',
    heading: true,
    oneLine: true,
    cell: ({ id, suit_number }) => <Link to={`/court_cases/${id}`}>{suit_number}</Link>,
  },
  { key: 'title', grows: true },
  {
    key: 'parties',
    grows: true,
    cell: (row) => <OneLine label={`the parties of ${row.suit_number}`}>{partiesInLine(shownParties(row))}</OneLine>,
  },
  {
    key: 'plots',
    oneLine: true,
    cell: (row) => {
      const [first] = row.plots;
      return row.plot_count === 1 && first ? (
        <Link to={`/plots/${first.plot_id}`}>{plotsInLine(row)}</Link>
      ) : (
        plotsInLine(row)
      );
    },
  },
];
const COURT: Shown = { key: 'court', oneLine: true, spare: true };
const STATE: Shown = { key: 'status', oneLine: true, cell: (row) => <CaseBadge of={row} /> };
const NEXT: Shown = {
  key: 'next_hearing',
  oneLine: true,
  cell: ({ next_hearing }) => (next_hearing === null ? '–' : formatDay(next_hearing)),
};
const OUTCOME: readonly Shown[] = [
  { key: 'outcome', oneLine: true },
  { key: 'outcome_on', oneLine: true },
];
const ENTERED: readonly Shown[] = [
  { key: 'followed_by', oneLine: true, hiddenAtFirst: true },
  { key: 'entered_at', oneLine: true, hiddenAtFirst: true },
];

const { state, court, hearing, search } = courtCaseList.filters;

type ScreenProps = { fixed?: CourtCaseStatus; columns: readonly Shown[]; caption: string; empty: string };

function Cases({ fixed, columns, caption, empty }: ScreenProps) {
  const address = useListState(courtCaseList, { fixed: fixed ? { state: fixed } : {} });
  const filters = {
    search,
    court,
    ...(fixed === undefined && { state }),
    ...(fixed !== 'resolved' && { hearing }),
  };
  return (
    <ListScreen
      list={courtCaseList}
      state={address}
      screen={fixed ? `court-cases-${fixed}` : 'court-cases'}
      caption={caption}
      columns={columns}
      filters={filters}
      isLive
      loading="Loading cases..."
      empty={<p>{address.isFiltered ? 'No case matches these filters.' : empty}</p>}
    />
  );
}

export const CourtCases = () => (
  <Cases
    caption="Court cases"
    columns={[...FACTS, COURT, STATE, NEXT, ...ENTERED]}
    empty="No court case is entered yet."
  />
);

export const PendingCases = () => (
  <Cases
    fixed="pending"
    caption="Pending court cases"
    columns={[...FACTS, COURT, NEXT, ...ENTERED]}
    empty="No court case is pending."
  />
);

export const ResolvedCases = () => (
  <Cases
    fixed="resolved"
    caption="Resolved court cases"
    columns={[...FACTS, COURT, ...OUTCOME, ...ENTERED]}
    empty="No court case is resolved yet."
  />
);
