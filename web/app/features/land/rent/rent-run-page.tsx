import {
  formatInstant,
  formatMoney,
  groupThousands,
  isRaised,
  RENT_KIND_LABELS,
  RENT_OUTCOME_LABELS,
  RENT_OUTCOME_NOTES,
  Reason,
  type RentRun,
  rentRunLineList,
  shownName,
  showRentRun,
  startRentRun,
  stopRentRun,
} from '@banbo/contract';
import { Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import cards from '~/components/data-table/table-cards.module.css';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read, refreshReads } from '~/lib/api/query-client.ts';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { RentRunBadge } from './ground-rent.tsx';
import { TENANCY_COLUMNS } from './tenancy-columns.tsx';

const PACE_MS = 1500;

/** A run, asked for again while it is at work. */
const runQuery = (id: string) =>
  queryOptions({
    ...read(showRentRun, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? PACE_MS : false),
  });

const nameOf = ({ kind, year, zone }: RentRun): string =>
  `${RENT_KIND_LABELS[kind]} of ${year}${zone === null ? '' : `, ${shownName(zone)}`}`;

type Props = { run: RentRun };

function RaiseIt({ run }: Props) {
  const navigate = useNavigate();
  const key = useIdempotencyKey();
  const { kind, year, zone_id, raised, amount } = run;
  const raise = async () => {
    const body = { kind, year, zone_id, is_dry: false };
    const answer = await key.send(body, (idempotencyKey) => change(startRentRun, { body, idempotencyKey }));
    navigate(`/ground_rent/${answer.id}`);
    return answer;
  };
  return (
    <ChangeButton
      label={`Raise ${formatMoney(amount)}`}
      title={`Raise ${nameOf(run)}?`}
      action="Raise it"
      button={{ variant: 'filled' }}
      send={raise}
    >
      <p>
        {counted(raised, 'tenancy is', 'tenancies are')} charged {formatMoney(amount)}, and the books have it as revenue
        from today on. What has changed since you looked counts as it is now.
      </p>
    </ChangeButton>
  );
}

function RunActions({ run }: Props) {
  const { can } = useAbility();
  if (!can('land.rent')) return null;
  if (run.state === 'running') {
    return (
      <ChangeButton
        label="Stop"
        title={`Stop ${nameOf(run)}?`}
        action="Stop it"
        reason={{ schema: Reason, seenBy: 'Stays on the page of the run.' }}
        send={(reason) => change(stopRentRun, { params: { id: run.id }, body: { reason } })}
      >
        <p>What was raised stays. It can be started again at any time.</p>
      </ChangeButton>
    );
  }
  return run.is_dry && run.state === 'done' && run.raised > 0 ? <RaiseIt run={run} /> : null;
}

function RunProgress({ run: { state, looked_at, total, failure, stop_reason } }: Props) {
  return (
    <section className="card" aria-label="How far it is">
      <Group gap="sm">
        <RentRunBadge state={state} />
        <span role="status">
          {state === 'running' && total !== null
            ? `${count(looked_at)} of ${counted(total, 'tenancy', 'tenancies')} looked at.`
            : `${counted(looked_at, 'tenancy', 'tenancies')} looked at.`}
        </span>
      </Group>
      {state === 'running' && <progress max={total ?? 1} value={looked_at} aria-label="Tenancies looked at" />}
      {failure !== '' && <p role="alert">{state === 'failed' ? failure : `It will be tried again: ${failure}`}</p>}
      {stop_reason !== null && <p>Stopped: {stop_reason}</p>}
    </section>
  );
}

type SumRow = { key: string; cells: readonly ReactNode[]; count: number; amount: string | null };

/** Counts and sums, after some cells that name them. */
function SumTable({ label, heads, rows }: { label: string; heads: readonly string[]; rows: readonly SumRow[] }) {
  return (
    <Table fz="sm" className={cards.table} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
          <Table.Th data-align="end">Tenancies</Table.Th>
          <Table.Th data-align="end">Amount</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, cells, count: of, amount }) => (
          <Table.Tr key={key}>
            {cells.map((cell, n) => (
              <Table.Td key={heads[n]} {...(n === 0 ? { 'data-heading': true } : { 'data-label': heads[n] })}>
                {cell}
              </Table.Td>
            ))}
            <Table.Td data-label="Tenancies" ta="end">
              {count(of)}
            </Table.Td>
            <Table.Td data-label="Amount" ta="end">
              {amount === null ? '–' : groupThousands(amount)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Sums({ run: { id, sums, zones } }: Props) {
  const { setFilters } = useListState(rentRunLineList, { fixed: { run: id } });
  const raised = ({ outcome, amount }: RentRun['sums'][number]) => (isRaised(outcome) ? amount : null);
  const byOutcome = sums.map((sum) => ({
    ...{ key: sum.outcome, count: sum.count, amount: raised(sum) },
    cells: [
      <div key="outcome">
        <UnstyledButton className="link" onClick={() => setFilters({ outcome: sum.outcome })}>
          {RENT_OUTCOME_LABELS[sum.outcome]}
        </UnstyledButton>
        {RENT_OUTCOME_NOTES[sum.outcome] && <Text size="sm">{RENT_OUTCOME_NOTES[sum.outcome]}</Text>}
      </div>,
    ],
  }));
  const byZone = zones.map((sum) => ({
    ...{ key: `${sum.zone_id} ${sum.outcome}`, count: sum.count, amount: raised(sum) },
    cells: [shownName(sum.zone) || 'Removed zone', RENT_OUTCOME_LABELS[sum.outcome]],
  }));
  return (
    <section className="card" aria-label="Counts and sums">
      <SumTable label="By outcome" heads={['Outcome']} rows={byOutcome} />
      {zones.length > 0 && (
        <details>
          <summary>By zone</summary>
          <SumTable label="By zone" heads={['Zone', 'Outcome']} rows={byZone} />
        </details>
      )}
    </section>
  );
}

const COLUMNS: readonly ShownColumn<typeof rentRunLineList>[] = [
  ...TENANCY_COLUMNS,
  { key: 'outcome' },
  { key: 'from_day', oneLine: true, spare: true },
  { key: 'until_day', oneLine: true, spare: true },
  { key: 'amount' },
];

function Lines({ run: { id, state, looked_at } }: Props) {
  const list = useListState(rentRunLineList, { fixed: { run: id } });
  const reached = `${state} ${looked_at}`;
  const shown = useRef(reached);
  useEffect(() => {
    if (shown.current !== reached) void refreshReads(rentRunLineList.page);
    shown.current = reached;
  }, [reached]);
  return (
    <ListScreen
      list={rentRunLineList}
      state={list}
      caption="Tenancies"
      columns={COLUMNS}
      loading="Loading tenancies..."
      empty={
        <p>{state === 'running' ? 'No tenancy was looked at yet.' : 'There are no tenancies like this in the run.'}</p>
      }
    />
  );
}

const leadOf = ({ is_dry, raised, amount, asked_at, asked_by }: RentRun): string =>
  `${is_dry ? 'Would raise' : 'Raised'} ${formatMoney(amount)} on ${counted(raised, 'tenancy', 'tenancies')} · started ${formatInstant(asked_at)} by ${asked_by}`;

/** A run: how far it is, what it raises and what not, by reason and zone, and each tenancy. */
export function RentRunPage({ id }: { id: string }) {
  return (
    <RecordPage
      of="run"
      query={runQuery(id)}
      all={{ to: '/ground_rent', label: 'All runs' }}
      title={nameOf}
      lead={leadOf}
    >
      {(run) => (
        <Stack gap="sm">
          <Group>
            <RunActions run={run} />
          </Group>
          <RunProgress run={run} />
          <Sums run={run} />
          <Lines run={run} />
        </Stack>
      )}
    </RecordPage>
  );
}
