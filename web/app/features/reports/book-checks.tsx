import { type BookCheck, beginBookCheck, bookCheckList, bookCheckResult } from '@banbo/contract';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

const toneOf = ({ difference_count, ended_at }: BookCheck) => {
  if (difference_count > 0) return 'bad';
  return ended_at === null ? 'waiting' : 'good';
};

const COLUMNS: readonly ShownColumn<typeof bookCheckList>[] = [
  { key: 'begun_at', heading: true, oneLine: true },
  { key: 'ended_at', oneLine: true },
  { key: 'asked', oneLine: true },
  { key: 'records' },
  { key: 'result', cell: (check) => <StatusBadge tone={toneOf(check)}>{bookCheckResult(check)}</StatusBadge> },
  {
    key: 'differences',
    grows: true,
    cell: ({ differences }) =>
      differences.length === 0 ? '–' : <OneLine label="the differences">{differences.join(' ')}</OneLine>,
  },
];

/** Book checks and their findings; those who clear payments can have one made now. */
export function BookChecks() {
  const { can } = useAbility();
  return (
    <ListScreen
      list={bookCheckList}
      caption="Book checks"
      start={
        can('payments.clear') && (
          <ChangeButton
            label="Check the books now"
            button={{ variant: 'filled' }}
            send={() => change(beginBookCheck, {})}
          />
        )
      }
      columns={COLUMNS}
      loading="Loading the book checks..."
      empty={<p>The books have not been checked yet. They are checked every night.</p>}
      isLive
      goesOn={({ ended_at }) => ended_at === null}
    />
  );
}
