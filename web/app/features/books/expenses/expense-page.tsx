import {
  type ExpenseRecord,
  formatDay,
  formatMoney,
  fromPesewas,
  PAID_FROM_LABELS,
  showExpense,
  toPesewas,
  voidExpense,
} from '@banbo/contract';
import { Box } from '@mantine/core';
import { Link } from 'react-router';
import { byAndAt, doneBy, type Fact, FactList } from '~/components/record/fact-list.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { WaitingApproval } from '~/components/record/waiting-approval.tsx';
import { change, read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { Attachments } from '../attachments/attachments.tsx';
import { TaxLines } from './expense-form.tsx';
import { ExpenseBadge } from './expense-table.tsx';
import type { ShownTaxes } from './expense-values.ts';

const shownTaxes = ({ net, taxes, amount, reclaimed }: ExpenseRecord): ShownTaxes | null =>
  net === null
    ? null
    : {
        ...{ net, reclaimed, cost: fromPesewas(toPesewas(amount) - toPesewas(reclaimed)) },
        taxes: taxes.map(({ is_reclaimed, ...tax }) => ({ ...tax, isReclaimed: is_reclaimed })),
      };

const taxLines = (expense: ExpenseRecord) => {
  const shown = shownTaxes(expense);
  return shown ? <TaxLines shown={shown} /> : 'None';
};

const accountLink = (code: string, name: string) => <Link to={`/ledger_accounts/${code}`}>{name}</Link>;

const factsOf = (expense: ExpenseRecord): Fact[] => {
  const { payee, kind, kind_name, day, paid_from, amount, reference, description } = expense;
  const { made_by, made_at, posted_by, posted_at, is_alone, entry, reversal } = expense;
  return [
    ['Payee', payee],
    ['What for', description],
    ['Kind', accountLink(kind, `${kind} ${kind_name}`)],
    ['Day', formatDay(day)],
    ['Amount paid', formatMoney(amount)],
    ['Taxes', taxLines(expense)],
    ['Paid from', accountLink(paid_from, PAID_FROM_LABELS[paid_from])],
    ['Number of the bill', reference],
    ['Entered by', byAndAt(made_by, made_at)],
    ...doneBy('Posted by', posted_by, posted_at, is_alone),
    ...(entry === null ? [] : [['Entry', entry] as const]),
    ...(reversal === null ? [] : [['Voided by entry', reversal] as const]),
  ];
};

const REASON = { schema: voidExpense.schema.body, seenBy: 'Stays with the expense and in the audit log.' };

function Actions({ expense: { id, number, status, needs_approval, approval_id } }: { expense: ExpenseRecord }) {
  const { can } = useAbility();
  if (approval_id !== null)
    return (
      <WaitingApproval id={approval_id}>
        {status === 'posted' ? 'Another person decides whether it is voided' : 'Another person approves it'}
      </WaitingApproval>
    );
  if (!can('books.write') || status !== 'posted') return null;
  return (
    <ChangeButton
      label="Void…"
      title={`Void ${number}?`}
      action={needs_approval ? 'Ask for approval' : 'Void it'}
      reason={REASON}
      send={(reason) => change(voidExpense, { params: { id }, body: { reason } })}
    >
      <p>
        The opposite entry is posted {needs_approval ? 'once another person approves it' : 'today'}, and both stay in
        the books. If it has to be corrected, enter it again as a new expense.
      </p>
    </ChangeButton>
  );
}

/** An expense: its taxes, its papers and its place in the books. */
export function ExpensePage({ id }: { id: string }) {
  useLive(['approvals'], () => refresh('expenses'));
  return (
    <RecordPage
      of="expense"
      query={{ ...read(showExpense, { params: { id } }), staleTime: 0 }}
      all={{ to: '/expenditure', label: 'All expenses' }}
      title={({ number }) => `Expense ${number}`}
    >
      {(expense) => (
        <Box maw="52rem">
          <Box mb="md">
            <ExpenseBadge status={expense.status} reason={expense.status_reason} />
          </Box>
          <FactList facts={factsOf(expense)} />
          <Box my="lg">
            <Attachments kind="expense" record={expense} />
          </Box>
          <Actions expense={expense} />
        </Box>
      )}
    </RecordPage>
  );
}
