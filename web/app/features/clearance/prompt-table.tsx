import {
  formatPaidMonth,
  formatPhone,
  PROMPT_REACH,
  PROMPT_STATE_LABELS,
  type PromptRecord,
  promptList,
} from '@banbo/contract';
import { Link } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { useAbility } from '~/lib/session/ability.ts';

type Shown = ShownColumn<typeof promptList>;

const TONES = { waiting: 'waiting', asked: 'waiting', paid: 'good', failed: 'plain', unknown: 'bad' } as const;

/** The transaction ID if it was paid, else why it ended. */
const outcomeCell = ({ transaction_id, reason, payer_number }: PromptRecord) => {
  if (transaction_id !== null) return transaction_id;
  return reason === null ? '–' : <OneLine label={`the outcome at ${formatPhone(payer_number)}`}>{reason}</OneLine>;
};

type Seen = { seesDrivers: boolean; seesLand: boolean };

const columnsFor = ({ seesDrivers, seesLand }: Seen): readonly Shown[] => [
  { key: 'created_at', oneLine: true },
  { key: 'payer_number', oneLine: true },
  {
    key: 'car_number',
    oneLine: true,
    cell: ({ side, page, car_number }) =>
      (side === 'land' ? seesLand : seesDrivers) ? <Link to={page}>{car_number}</Link> : car_number,
  },
  { key: 'fullname', heading: true, oneLine: true },
  {
    header: 'For',
    oneLine: true,
    cell: (prompt) => `${prompt.payment_type} ${formatPaidMonth(prompt, { short: true })}`.trim(),
  },
  {
    key: 'state',
    oneLine: true,
    cell: ({ state }) => <StatusBadge tone={TONES[state]}>{PROMPT_STATE_LABELS[state]}</StatusBadge>,
  },
  { header: 'Outcome', grows: true, cell: outcomeCell },
  { key: 'amount' },
];

/** Prompts that were sent to phones, with their ends. */
export function PromptTable() {
  const { can } = useAbility();
  return (
    <ListScreen
      list={promptList}
      caption="Prompts"
      columns={columnsFor({ seesDrivers: can('drivers.read'), seesLand: can('land.read') })}
      loading="Loading prompts..."
      empty={
        <>
          <p>No prompt was sent.</p>
          {can('payments.read') && <Link to="/payment_transactions">See the payments that came otherwise</Link>}
        </>
      }
      cut={`Only the first ${PROMPT_REACH.toLocaleString('en-GB')} prompts are listed: look for an older one by its number.`}
      isLive
      goesOn={({ state }) => TONES[state] === 'waiting'}
    />
  );
}
