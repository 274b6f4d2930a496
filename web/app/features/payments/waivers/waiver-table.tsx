import {
  type AnswerOf,
  caseFee,
  feeName,
  givenUpLabel,
  shownName,
  WAIVER_STATE_LABELS,
  type Waiver,
  waiverByWhom,
  waiverFigures,
  waiverList,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { TwoLines } from '~/components/data-table/two-lines.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read } from '~/lib/api/query-client.ts';
import { counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { StandingFigures } from '../standing/standing-parts.tsx';

type Shown = ShownColumn<typeof waiverList>;

const TONES = { used: 'good', returned: 'plain' } as const;

const stateCell = ({ status, status_reason }: Waiver) => (
  <StatusBadge tone={TONES[status]} reason={status_reason}>
    {WAIVER_STATE_LABELS[status]}
  </StatusBadge>
);

const reasonCell = ({ reason, driver_code, description, asked_by }: Waiver) => (
  <OneLine label={`the reason for ${driver_code || description}`}>
    {reason ?? (asked_by === null ? 'Up to the limit' : '')}
  </OneLine>
);

const byCell = (waiver: Waiver) => {
  const [by, approval] = waiverByWhom(waiver);
  return (
    <TwoLines mostWidth="13rem">
      <span>{by}</span>
      {approval !== undefined && <small> {approval}</small>}
    </TwoLines>
  );
};

const nameCell =
  (seesDrivers: boolean) =>
  ({ driver_id, driver_code, fullname }: Waiver) =>
    driver_id !== null && (
      <OneLine isName label={`the name of ${driver_code}`}>
        {seesDrivers ? <Link to={`/view_driver/${driver_id}`}>{shownName(fullname)}</Link> : shownName(fullname)}
      </OneLine>
    );

const feeCell = (seesLand: boolean) => (waiver: Waiver) => {
  const { tenancy_id, payment_type } = waiver;
  if (payment_type !== null) return caseFee(waiver);
  const name = feeName(waiver);
  return seesLand && tenancy_id !== null ? <Link to={`/rent_account/${tenancy_id}`}>{name}</Link> : name;
};

const columnsFor = ({ seesDrivers, seesLand }: Record<'seesDrivers' | 'seesLand', boolean>): readonly Shown[] => [
  { key: 'waived_on', oneLine: true },
  { key: 'kind', oneLine: true, cell: ({ kind }) => givenUpLabel(kind) },
  { key: 'fullname', heading: true, grows: true, cell: nameCell(seesDrivers) },
  { key: 'fee', oneLine: true, cell: feeCell(seesLand) },
  { key: 'reason', grows: true, cell: reasonCell },
  { key: 'by', oneLine: true, spare: true, cell: byCell },
  { key: 'status', oneLine: true, cell: stateCell },
  { key: 'price', spare: true },
  { key: 'waived', stays: true },
];

type Figure = AnswerOf<typeof waiverFigures>[number];
const NONE = { count: 0, amount: '0.00' };

/** Sums of the waivers of the list's days that were not taken back. */
function WaiverFigures({ from, to }: { from: string | undefined; to: string | undefined }) {
  const { data } = useQuery(read(waiverFigures, { query: { ...(from && { from }), ...(to && { to }) } }));
  if (!data) return null;
  const labelled = (label: string, isOfKind: (figure: Figure) => boolean, [one, many] = ['fee', 'fees']) => {
    const { count, amount } = data.find(isOfKind) ?? NONE;
    return { label: `${label} (${counted(count, one, many)})`, amount };
  };
  const figures = [
    labelled('Waived by people', ({ kind, by }) => kind === 'waiver' && by === 'people'),
    labelled('Waived by the server', ({ kind, by }) => kind === 'waiver' && by === 'server'),
    labelled('Written off', ({ kind }) => kind === 'write_off'),
    labelled('Given up by other changes', ({ kind }) => kind === 'forgiven', ['change', 'changes']),
  ];
  return <StandingFigures figures={figures} />;
}

/** Waivers and write-offs with their sums; taking one back stands on the driver's page. */
export function WaiverTable() {
  const { can } = useAbility();
  const state = useListState(waiverList);
  const { from, to } = state.filters;
  return (
    <ListScreen
      list={waiverList}
      state={state}
      caption="Waivers and write-offs"
      columns={columnsFor({ seesDrivers: can('drivers.read'), seesLand: can('land.read') })}
      loading="Loading waivers..."
      empty={<p>{state.isFiltered ? 'No waivers match these filters.' : 'Nothing was waived or written off yet.'}</p>}
      isLive
      below={<WaiverFigures from={from} to={to} />}
    />
  );
}
