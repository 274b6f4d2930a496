import {
  type BookLine,
  bookLineList,
  formatDay,
  formatNet,
  LINE_STATE_LABELS,
  listStatedLines,
  matchBookLine,
  matchSameMoney,
  monthDays,
  type ReconciledPeriod,
  reconcilePeriod,
  STATED_ACCOUNT_LABELS,
  today,
  unmatchBookLine,
} from '@banbo/contract';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { FormQuestion } from '~/components/question/confirm.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton, IN_ROW } from '~/components/record/record-actions.tsx';
import { useIdempotencyKey } from '~/lib/api/idempotency-key.ts';
import { change, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';

const TONES = { open: 'waiting', matched: 'plain', reconciled: 'good' } as const;

type MatchProps = { line: BookLine; period: ReconciledPeriod; onClose: () => void };

/** Chooses the line of a statement that is this one of the books. */
function MatchQuestion({ line, period, onClose }: MatchProps) {
  const { data: stated, isPending } = useQuery({
    ...read(listStatedLines, { query: { ...period, amount: line.amount, size: 100 } }),
    staleTime: 0,
  });
  const form = useForm({
    initial: { stated: '' },
    check: (values) => (values.stated === '' ? { stated: 'Please choose the line.' } : {}),
  });
  const send = (values: typeof form.values) => {
    const [statement = '', statement_line] = values.stated.split('-');
    const body = { entry: line.entry, line: line.line, statement, statement_line: Number(statement_line) };
    return change(matchBookLine, { body });
  };
  const choices = (stated ?? []).map((one) => ({
    value: one.id,
    label: [formatDay(one.day), one.transaction_id, one.payer_name, one.reference].filter(Boolean).join(', '),
  }));
  return (
    <FormQuestion opened title="Match with a statement" action="Match" form={form} send={send} onClose={onClose}>
      <p>
        {line.description}, {formatDay(line.day)}: GHS {formatNet(line.amount)}
      </p>
      {!isPending && choices.length === 0 ? (
        <p>No statement of these days has a line of this amount that is not matched.</p>
      ) : (
        <NativeSelect
          {...form.input('stated')}
          label="Line of a statement"
          data={[{ value: '', label: isPending ? 'Loading...' : '' }, ...choices]}
        />
      )}
    </FormQuestion>
  );
}

function Unmatch({ line }: { line: BookLine }) {
  const body = { entry: line.entry, line: line.line };
  return (
    <ChangeButton
      label="Unmatch"
      of={`entry ${line.id}`}
      button={IN_ROW}
      title="Take this match back?"
      action="Take it back"
      send={() => change(unmatchBookLine, { body })}
    >
      <p>The line of the books and that of the statement are open again.</p>
    </ChangeButton>
  );
}

/** Narrow enough for both buttons beside each other on a phone. */
const BESIDE = { px: 'sm' } as const;

function PeriodActions({ period }: { period: ReconciledPeriod }) {
  const { can } = useAbility();
  const retryKey = useIdempotencyKey('banbo-reconcile-key');
  const words = `${STATED_ACCOUNT_LABELS[period.account]}, ${formatDay(period.from)} to ${formatDay(period.to)}`;
  return (
    <Group gap="xs">
      {can('books.write') && (
        <ChangeButton
          label="Match by transaction ID"
          button={BESIDE}
          send={() => change(matchSameMoney, { body: period })}
        />
      )}
      {can('books.approve') && (
        <ChangeButton
          label="Reconcile…"
          button={BESIDE}
          title={`Reconcile ${words}?`}
          action="Reconcile"
          send={async () => {
            const answer = await change(reconcilePeriod, { body: period, idempotencyKey: retryKey.keyFor(period) });
            retryKey.forget();
            return answer;
          }}
        >
          <p>
            The matched lines of these days can neither be matched anew nor taken back then. Open ones stay open.
            Somebody who has posted or matched none of them does it.
          </p>
        </ChangeButton>
      )}
    </Group>
  );
}

const COLUMNS: readonly ShownColumn<typeof bookLineList>[] = [
  { key: 'day', oneLine: true },
  {
    key: 'entry',
    heading: true,
    oneLine: true,
    cell: ({ id }) => id,
  },
  { key: 'kind', oneLine: true, spare: true },
  { key: 'description', grows: true },
  { key: 'amount', cell: ({ amount }) => formatNet(amount) },
  {
    key: 'state',
    oneLine: true,
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{LINE_STATE_LABELS[state]}</StatusBadge>,
  },
  { key: 'statement_day', oneLine: true, spare: true, hiddenAtFirst: true },
  { key: 'statement_text', spare: true },
  { key: 'matched_by', oneLine: true, spare: true },
];

/** The lines of the books of MoMo or the bank, with their state; of this month at first. */
export function BookLineScreen() {
  const { can } = useAbility();
  const [matching, setMatching] = useState<BookLine | null>(null);
  const state = useListState(bookLineList, { usual: monthDays(today()) });
  const { account, from, to } = state.filters;
  const period: ReconciledPeriod = { account: account === '1020' ? account : '1000', from, to };
  const actions: ShownColumn<typeof bookLineList> = {
    header: 'Actions',
    stays: true,
    cell: (line) => {
      if (line.state === 'matched') return <Unmatch line={line} />;
      if (line.state !== 'open') return null;
      return (
        <Button variant="default" {...IN_ROW} onClick={() => setMatching(line)}>
          Match…<span className="visually-hidden"> entry {line.id}</span>
        </Button>
      );
    },
  };
  return (
    <Page
      about="Open lines are in the books and on no statement."
      actions={
        <>
          <Button component={Link} to="/stated_lines" variant="default">
            Not in the Books
          </Button>
          <Button component={Link} to="/reconciliations" variant="default">
            Reconciliations
          </Button>
        </>
      }
    >
      <ListScreen
        list={bookLineList}
        state={state}
        caption="Lines of the books"
        columns={can('books.write') ? [...COLUMNS, actions] : COLUMNS}
        loading="Loading the books..."
        start={<PeriodActions period={period} />}
        empty={<p>{state.isFiltered ? 'No lines match these filters.' : 'Nothing moved on this account.'}</p>}
      />
      {matching && <MatchQuestion line={matching} period={period} onClose={() => setMatching(null)} />}
    </Page>
  );
}
