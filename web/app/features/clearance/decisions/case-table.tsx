import {
  CASE_REASON_LABELS,
  type CaseReason,
  CLEARANCE_REACH,
  type ClearanceCase,
  caseReasonText,
  clearanceList,
  type Filter,
  formatDay,
  formatInstant,
  groupThousands,
  isWaiting,
  shownKind,
  shownName,
  transactionName,
} from '@banbo/contract';
import { Anchor, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { Link } from 'react-router';
import { MARK_COLUMN } from '~/components/data-table/action-column.ts';
import type { ShownColumn } from '~/components/data-table/list-columns.tsx';
import { ListScreen } from '~/components/data-table/list-screen.tsx';
import type { ListState } from '~/components/data-table/list-state.ts';
import { OneLine } from '~/components/data-table/one-line.tsx';
import { Icon } from '~/components/icon.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { driversTypesQuery, landTypesQuery } from '~/lib/api/payment-types.ts';
import { CASE_LINK } from './case-link.ts';
import styles from './clearance.module.css';
import { CASE_REFRESH_MS, figuresQuery } from './clearance-queries.ts';
import type { MarkedRows } from './marked-rows.tsx';

const TONES = {
  ready: 'good',
  no_receipt: 'waiting',
  differs: 'bad',
  below_price: 'waiting',
  other_car: 'bad',
  two_networks: 'bad',
  disputed: 'bad',
  reclaimed: 'bad',
  paid: 'bad',
  used: 'bad',
  cheque: 'waiting',
  statement: 'bad',
  missing: 'bad',
  taken_back: 'bad',
  shown_ended: 'bad',
  no_claim: 'waiting',
  unknown_car: 'waiting',
  left: 'waiting',
  cleared_before: 'bad',
  cleared: 'good',
  credited: 'good',
  rejected: 'plain',
  reversed: 'plain',
  matched: 'good',
  dismissed: 'plain',
  ended: 'plain',
} as const satisfies Record<CaseReason, string>;

/** Why a case waits, or how it ended: in words, which a colour underlines. */
export function ReasonBadge({ reason, text = CASE_REASON_LABELS[reason] }: { reason: CaseReason; text?: string }) {
  return <StatusBadge tone={TONES[reason]}>{text}</StatusBadge>;
}

/** In a box with a list of cases, a click anywhere in a row opens its case. */
export const useRowClicks = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = box.current;
    const click = (event: MouseEvent): void => {
      if (!(event.target instanceof HTMLElement) || event.target.closest('a, button')) return;
      event.target.closest('tbody tr')?.querySelector<HTMLElement>(`a[${CASE_LINK}]`)?.click();
    };
    element?.addEventListener('click', click);
    return () => element?.removeEventListener('click', click);
  }, [box]);
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days from which on a case has waited too long. */
const LONG = 3;

/** How long ago an instant was, as `8 min`, `5 h` or `3 d`, and whether that is long. */
const ageOf = (instant: string, now: number): { text: string; isLong: boolean } => {
  const passed = Math.max(0, now - new Date(instant).getTime());
  const isLong = passed >= LONG * DAY;
  if (passed >= DAY) return { text: `${Math.floor(passed / DAY)} d`, isLong };
  if (passed >= HOUR) return { text: `${Math.floor(passed / HOUR)} h`, isLong };
  return { text: `${Math.floor(passed / MINUTE)} min`, isLong };
};

type Shown = ShownColumn<typeof clearanceList>;

const ageCell = ({ since, reason }: ClearanceCase) => {
  if (!isWaiting(reason)) return formatDay(since.slice(0, 10));
  const { text, isLong } = ageOf(since, Date.now());
  return (
    <Text
      component="time"
      inherit
      {...(isLong ? { c: 'var(--danger)', fw: 700 } : { c: 'dimmed' })}
      dateTime={since}
      title={formatInstant(since)}
    >
      {text}
    </Text>
  );
};

/** For money it is the payer's reference, which may be long. */
const carCell = ({ car_number }: ClearanceCase) => (
  <span className={styles.car} title={car_number}>
    {car_number || '–'}
  </span>
);

/** Fewer columns beside an open case and in a narrow window. */
const columnsFor = (
  addressOf: (id: string) => string,
  { chosen, isNarrow, marked }: { chosen: string | null; isNarrow: boolean; marked: MarkedRows },
): readonly Shown[] => [
  {
    header: MARK_COLUMN,
    cell: ({ id, name }) => (
      <UnstyledButton
        className={styles.mark ?? ''}
        role="checkbox"
        aria-checked={marked.has(id)}
        aria-label={`Mark ${shownName(name) || 'unknown payer'}`}
        onClick={() => marked.toggle(id)}
      >
        {marked.has(id) && <Icon name="tick" />}
      </UnstyledButton>
    ),
  },
  { key: 'since', header: 'Waits', oneLine: true, cell: ageCell },
  {
    key: 'name',
    heading: true,
    grows: true,
    cell: ({ id, name, kind, side, transaction_id }) => (
      <OneLine label={`the name of ${transactionName(transaction_id)}`}>
        <Anchor
          component={Link}
          to={addressOf(id)}
          preventScrollReset
          {...{ inherit: true, c: 'inherit', display: 'inline-block', lh: '1.5rem' }}
          underline={id === chosen ? 'always' : 'hover'}
          aria-current={id === chosen || undefined}
          {...{ [CASE_LINK]: id }}
        >
          {shownName(name) || 'Unknown payer'}
          {kind === 'transfer' && name !== '' && <span className="soft"> (payer)</span>}
          {side === 'land' && <span className="soft"> (land)</span>}
        </Anchor>
      </OneLine>
    ),
  },
  ...(chosen === null ? [{ key: 'car_number', header: 'Car', cell: carCell } as const] : []),
  { key: 'fee', oneLine: true },
  { key: 'amount' },
  // An open case names it itself, and the reason needs the room.
  ...(chosen === null ? [{ key: 'transaction_id', oneLine: true, spare: true } as const] : []),
  {
    key: 'reason',
    oneLine: true,
    cell: (one) => (
      <ReasonBadge reason={one.reason} {...(chosen === null && !isNarrow && { text: caseReasonText(one) })} />
    ),
  },
];

type Props = {
  state: ListState<typeof clearanceList>;
  chosen: string | null;
  addressOf: (id: string) => string;
  marked: MarkedRows;
  /** The chips of reasons, first in the line of tools. */
  start: ReactNode;
};

/** The claims of one payment type, by the types that there are. */
const typeFilter = (types: readonly { type_code: string; description: string }[]): Filter => ({
  ...clearanceList.filters.payment_type,
  kind: 'choice',
  choices: [
    { value: '', label: 'All types' },
    ...types.map(({ type_code, description }) => ({ value: type_code, label: shownKind(description) })),
  ],
});

/** The claims of one side alone. Money without a claim is of neither. */
const SIDE_FILTER: Filter = {
  ...clearanceList.filters.side,
  kind: 'choice',
  choices: [
    { value: '', label: 'Both sides' },
    { value: 'drivers', label: 'Drivers' },
    { value: 'land', label: 'Land' },
  ],
};

/** The widths at which a table has no room for long reasons. */
const NARROW = '(48rem <= width < 68rem)';

/** The cases that wait, the oldest first; or all that a search finds. */
export function CaseTable({ state, chosen, addressOf, marked, start }: Props) {
  const { data: figures } = useQuery(figuresQuery(state.filters));
  const { data: types = [] } = useQuery(driversTypesQuery);
  const { data: ofLand = [] } = useQuery(landTypesQuery);
  const landTypes = ofLand.filter(({ side }) => side === 'land');
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const { search, reason } = state.filters;
  const figure = reason ? figures?.reasons.find((one) => one.reason === reason) : figures?.all;
  const amount = search ? undefined : figure?.amount;
  const ready = reason ? undefined : figures?.reasons.find((one) => one.reason === 'ready');
  return (
    <ListScreen
      list={clearanceList}
      state={state}
      caption="Payment Clearance"
      start={start}
      filters={{ ...clearanceList.filters, payment_type: typeFilter([...types, ...landTypes]), side: SIDE_FILTER }}
      columns={columnsFor(addressOf, { chosen, isNarrow, marked })}
      loading="Loading what waits..."
      empty={
        <p>
          {search
            ? `No match for ‘${search}’. Try a plate, a mobile number, a driver code, a transaction ID or part of a name.`
            : 'Nothing waits here. Well done.'}
        </p>
      }
      cut={
        search
          ? `Many drivers match ‘${search}’, so only what waits is listed. Type more to see decided cases too.`
          : `Only the oldest ${CLEARANCE_REACH.toLocaleString('en-GB')} claims are listed.`
      }
      refreshMs={CASE_REFRESH_MS}
      isLive
      {...(chosen !== null && { chosen })}
      {...(amount !== undefined && {
        total: () => ({
          label: `${groupThousands(String(figure?.count ?? 0))} waiting`,
          column: 'Amount',
          value: groupThousands(amount),
          action: ready && `${ready.count} ready: ${groupThousands(ready.amount)}`,
        }),
      })}
    />
  );
}
