import {
  CASH_CHOICE_LABELS,
  CASH_KIND_LABELS,
  type CashChoice,
  type CashMovement,
  type CashOfClerk,
  cashByClerk,
  cashMovements,
  formatCash,
  formatDay,
  formatNet,
  groupThousands,
  ownCash,
  shownName,
} from '@banbo/contract';
import { Box, Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import { changeAddress, useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { TransactionName } from '~/components/payments/transaction-name.tsx';
import { useAbility } from '~/lib/session/ability.ts';
import { useToday } from '~/lib/use-today.ts';
import styles from './cash-sheet.module.css';

/** Opens exactly the movements that a figure of a clerk's row adds up. */
function Opens({ row, kind, children }: { row: CashOfClerk; kind?: CashChoice; children: string }) {
  const [query] = useSearchParams();
  if (row.clerk === null) return children;
  const change = { clerk: row.clerk, kind: kind ?? '', day: query.get('day') ?? '', page: '' };
  return (
    <Link
      to={{ search: `?${changeAddress(query, change)}` }}
      aria-label={`${children}: ${kind ? CASH_CHOICE_LABELS[kind] : 'all'} of ${row.clerk}`}
    >
      {children}
    </Link>
  );
}

/** A figure that opens what it adds up; nothing of what is none. */
const figure = (key: 'taken' | 'returned' | 'cheques', kind: CashChoice) => ({
  key,
  cell: (row: CashOfClerk) => {
    const amount = row[key];
    if (amount === '0.00') return '–';
    return (
      <Opens row={row} kind={kind}>
        {formatCash(amount)}
      </Opens>
    );
  },
});

/** The net is also shown where it is none, since the clerk hands that over. */
const NET = {
  key: 'net' as const,
  cell: (row: CashOfClerk) => {
    const net = formatCash(row.net);
    if (row.count + row.returned_count === 0) return net;
    return (
      <Opens row={row} kind="cash">
        {net}
      </Opens>
    );
  },
};

const CLERKS: readonly ShownColumn<typeof cashByClerk>[] = [
  {
    key: 'clerk',
    heading: true,
    oneLine: true,
    cell: (row) => <Opens row={row}>{row.clerk ?? 'The server'}</Opens>,
  },
  { key: 'count' },
  figure('taken', 'taken'),
  { key: 'returned_count' },
  figure('returned', 'out'),
  { key: 'cheque_count' },
  figure('cheques', 'cheque'),
  NET,
];

/** Cash of another day than the one that counts it says so: it was corrected or reversed later. */
const kindOf = ({ kind, received_on }: CashMovement, counted: string): string =>
  received_on === null || received_on === counted
    ? CASH_KIND_LABELS[kind]
    : `${CASH_KIND_LABELS[kind]}, of ${formatDay(received_on)}`;

const movementColumns = (counted: string): readonly ShownColumn<typeof cashMovements>[] => [
  { key: 'at', oneLine: true },
  { key: 'kind', oneLine: true, cell: (row) => kindOf(row, counted) },
  {
    key: 'transaction_id',
    heading: true,
    oneLine: true,
    cell: ({ transaction_id, transfer_id }) => <Money id={transfer_id} name={transaction_id} />,
  },
  { key: 'payer_name', grows: true, spare: true, cell: ({ payer_name }) => shownName(payer_name) || '–' },
  { key: 'paid_for', oneLine: true, spare: true },
  { key: 'receipts', oneLine: true },
  { key: 'clerk', oneLine: true, spare: true },
  { key: 'amount', cell: ({ amount }) => formatCash(amount) },
];

function Money({ id, name }: { id: string | null; name: string | null }) {
  const { can } = useAbility();
  if (name === null) return '–';
  const words = <TransactionName id={name} />;
  return id !== null && can('payments.read') ? <Link to={`/money_received/${id}`}>{words}</Link> : words;
}

/** As many as a page holds, so that the sheet has the whole day. */
const WHOLE_DAY = 100;

/** Lines to count and sign on, which only paper shows. */
const SignatureLines = () => (
  <div className={styles.signatures}>
    {['Counted cash', 'Handed over by', 'Received by', 'Date and time'].map((name) => (
      <p key={name}>{name}</p>
    ))}
  </div>
);

const Print = () => (
  <Button variant="default" className={styles.screen ?? ''} onClick={() => window.print()}>
    Print day’s cash
  </Button>
);

const SheetTitle = ({ day, of }: { day: string; of: string }) => (
  <Box component="h2" className={styles.paper ?? ''}>
    {`Day’s cash of ${of}: ${formatDay(day)}`}
  </Box>
);

type TotalsOf = { amount: string | null; waiting: string | null };
const totalOf = (column: string, page: TotalsOf | undefined, label = 'NET CASH') => ({
  column,
  label,
  value: formatNet(page?.amount ?? '0.00'),
  beside:
    page?.waiting && page.waiting !== '0.00'
      ? { label: 'Cheques, not in the cash', value: groupThousands(page.waiting) }
      : null,
});

type MovementsPage = TotalsOf & { rows: readonly CashMovement[] };

/** The net of one clerk's cash. It has no sum while one of the amounts is not counted yet. */
const totalOfClerk = (page: MovementsPage | undefined, label?: string) => ({
  ...totalOf('Amount', page, label),
  ...(page?.rows.some(({ amount }) => amount === null) && { value: formatCash(null) }),
});

type ClerksPage = TotalsOf & { rows: readonly CashOfClerk[] };

/** The net of all clerks, but for the reader's own cash that is not counted yet. */
const totalOfClerks = (page: ClerksPage | undefined) =>
  totalOf('Net Cash', page, page?.rows.some(({ net }) => net === null) ? 'NET CASH, WITHOUT YOURS' : undefined);

const NO_CASH = (
  <p>
    No cash and no cheque on this day.<span className="not-printed"> Choose another day, or receive a payment.</span>
  </p>
);

function Movements({ day }: { day: string }) {
  const state = useListState(cashMovements, { usual: { day }, usualSize: WHOLE_DAY });
  const { clerk = '' } = state.filters;
  return (
    <section aria-label={`Cash of ${clerk}`} className={styles.sheet}>
      <SheetTitle day={state.filters.day ?? day} of={clerk} />
      <ListScreen<typeof cashMovements>
        list={cashMovements}
        state={state}
        caption={`Cash of ${clerk}`}
        columns={movementColumns(state.filters.day ?? day)}
        loading="Loading the cash..."
        start={<AllClerks />}
        empty={NO_CASH}
        total={(page) => totalOfClerk(page)}
        isLive
        hasOwnPrint
      />
    </section>
  );
}

/** Leads back from one clerk to all of the day. */
function AllClerks() {
  const [query] = useSearchParams();
  return (
    <Link className={styles.screen} to={{ search: `?${changeAddress(query, { clerk: '', kind: '', page: '' })}` }}>
      All clerks
    </Link>
  );
}

function Clerks({ day }: { day: string }) {
  const state = useListState(cashByClerk, { usual: { day }, usualSize: WHOLE_DAY });
  return (
    <section aria-label="Cash by clerk" className={styles.sheet}>
      <SheetTitle day={state.filters.day ?? day} of="all clerks" />
      <ListScreen
        list={cashByClerk}
        state={state}
        caption="Cash by clerk"
        columns={CLERKS}
        loading="Loading the cash..."
        empty={NO_CASH}
        hidesOnlyPage
        total={totalOfClerks}
        isLive
        hasOwnPrint
      />
    </section>
  );
}

/** The cash and cheques of a day by clerk, and of one clerk one by one. */
export function CashScreen() {
  const day = useToday();
  const clerk = useSearchParams()[0].get('clerk');
  if (day === undefined) return null;
  return (
    <Page actions={<Print />}>
      {clerk ? <Movements key={clerk} day={day} /> : <Clerks day={day} />}
      <SignatureLines />
    </Page>
  );
}

function OwnMovements({ day }: { day: string }) {
  const state = useListState(ownCash, { usual: { day }, usualSize: WHOLE_DAY });
  return (
    <section aria-label="My cash" className={styles.sheet}>
      <SheetTitle day={state.filters.day ?? day} of="one clerk" />
      <ListScreen<typeof ownCash>
        list={ownCash}
        state={state}
        caption="My cash"
        columns={movementColumns(state.filters.day ?? day)}
        loading="Loading your cash..."
        empty={NO_CASH}
        total={(page) => totalOfClerk(page, 'Net cash of these rows')}
        isLive
        hasOwnPrint
      />
    </section>
  );
}

/** The caller's own day, for clerks who may receive money and see no other payments. */
export function OwnCashScreen() {
  const day = useToday();
  if (day === undefined) return null;
  return (
    <Page actions={<Print />}>
      <OwnMovements day={day} />
      <SignatureLines />
    </Page>
  );
}
