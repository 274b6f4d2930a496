import {
  type Collected,
  FIGURE_LINKS,
  formatDay,
  formatMoney,
  groupThousands,
  MAX_UNPAID_COUNTED,
  MONTHS,
} from '@banbo/contract';
import { Box, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './dashboard.module.css';
import { arrearsQuery, casesQuery, dashboardQuery, PERIODS, usePeriod } from './dashboard-queries.tsx';
import { ageText, beforeText, type Change, changeOf, moneyChange } from './words.ts';

type FigureProps = {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  /** True of an amount, which has its currency before it. */
  isMoney?: boolean;
  /** The rows that the figure counts. */
  to?: string | undefined;
  /** More about the line below, shown on hovering. */
  title?: string | undefined;
  children?: ReactNode;
};

/** One figure, which leads to its list. */
export function Figure({ label, value, isMoney = false, to, title, children }: FigureProps) {
  const shown = (
    <>
      {isMoney && <small>GHS </small>}
      {value}
    </>
  );
  return (
    <Box className={`card ${styles.figure}`}>
      <dt className="soft">{label}</dt>
      <dd className={styles.value}>
        {value === undefined ? <Skeleton w="5ch" h="0.8em" /> : to ? <Link to={to}>{shown}</Link> : shown}
      </dd>
      <dd className={`soft ${styles.note}`} title={title}>
        {children}
      </dd>
    </Box>
  );
}

type FiguresProps = { label?: string; isLoading?: boolean; children: ReactNode };

/** The row of the first figures of a side. */
export const Figures = ({ label, isLoading, children }: FiguresProps) => (
  <SimpleGrid
    component="dl"
    cols={{ base: 1, xs: 2, md: 4 }}
    spacing={{ base: 0, xs: 'sm' }}
    className={styles.headline ?? ''}
    aria-label={label}
    aria-busy={isLoading}
  >
    {children}
  </SimpleGrid>
);

const Percent = ({ change }: { change: Change }) => <strong data-tone={change.tone}>{change.text}</strong>;

function Received() {
  const [period] = usePeriod();
  const { data } = useQuery(dashboardQuery);
  const received = data?.received?.[period];
  const change = received && moneyChange(received);
  const before = data && received && beforeText(received, data);
  return (
    <Figure
      label={`Received ${PERIODS[period].toLowerCase()}`}
      value={received && groupThousands(received.amount)}
      isMoney
      to={received && FIGURE_LINKS.received(received)}
      title={received && `${formatMoney(received.before.amount)}: ${before}`}
    >
      {received && !change && `Nothing on ${before}`}
      {received && change && (
        <>
          <Percent change={change} /> {change.tone === 'same' ? '' : 'on '}
          {before}
        </>
      )}
    </Figure>
  );
}

/** Claims and since when the oldest waits. */
function ClaimWords() {
  const claims = useQuery(dashboardQuery).data?.claims;
  if (!claims) return null;
  if (claims.oldest_at === null) return 'No claim waits';
  return (
    <>
      <Link to={FIGURE_LINKS.claims}>{counted(claims.count, 'claim')}</Link> · oldest{' '}
      <strong>{ageText(claims.oldest_at, new Date())}</strong>
    </>
  );
}

/** Claims, for those who read payments and do not clear them. */
function Claims() {
  const claims = useQuery(dashboardQuery).data?.claims;
  return (
    <Figure label="Claims waiting" value={claims && count(claims.count)} to={FIGURE_LINKS.claims}>
      {claims && (claims.oldest_at === null ? 'Nothing waits to be cleared' : formatMoney(claims.amount))}
      {claims?.oldest_at && ` · oldest ${ageText(claims.oldest_at, new Date())}`}
    </Figure>
  );
}

/** The number that the menu shows, too, for those who clear. */
function Cases() {
  const cases = useQuery(casesQuery).data;
  const claims = useQuery(dashboardQuery).data?.claims;
  return (
    <Figure
      label="Cases waiting"
      value={cases && `${count(cases.all.count)}${cases.is_cut ? '+' : ''}`}
      to={FIGURE_LINKS.cases}
      title={claims && `Claims of ${formatMoney(claims.amount)}`}
    >
      <ClaimWords />
    </Figure>
  );
}

function Overdue() {
  const { data } = useQuery(arrearsQuery);
  const old = data?.ages.find(({ age }) => age === 'three');
  return (
    <Figure
      label="Overdue by drivers"
      value={data && groupThousands(data.all.amount)}
      isMoney
      to={FIGURE_LINKS.overdue}
    >
      {data && counted(data.all.count, 'driver')}
      {old && old.count > 0 && (
        <>
          {' · '}
          <Link to={FIGURE_LINKS.overdueOf('three')}>{count(old.count)} of 3+ months</Link>
        </>
      )}
    </Figure>
  );
}

function NewDrivers() {
  const [period] = usePeriod();
  const { data } = useQuery(dashboardQuery);
  const drivers = data?.drivers;
  const first = data && {
    today: data.today,
    month: `${data.today.slice(0, 7)}-01`,
    year: `${data.today.slice(0, 4)}-01-01`,
  };
  return (
    <Figure
      label={`New drivers ${PERIODS[period].toLowerCase()}`}
      value={drivers && count(drivers.registered[period])}
      to={first && FIGURE_LINKS.newDrivers({ first: first[period], last: data.today })}
    >
      {drivers && (
        <>
          <Link to={FIGURE_LINKS.unpaidDrivers}>
            {count(drivers.unpaid)}
            {drivers.unpaid === MAX_UNPAID_COUNTED && ' or more'} not paid yet
          </Link>
          {' · '}
          <Link to={FIGURE_LINKS.drivers}>{count(drivers.count)} in all</Link>
        </>
      )}
    </Figure>
  );
}

const monthName = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';

const shareOf = ({ expected, collected }: Pick<Collected, 'expected' | 'collected'>): string =>
  Number(expected) === 0 ? '' : `${Math.floor((Number(collected) / Number(expected)) * 100)}% `;

/** The share of due months that was paid; a day has none due, so it shows its month. */
function CollectedOfDue() {
  const [period] = usePeriod();
  const { data } = useQuery(arrearsQuery);
  const due = data?.[period === 'year' ? 'year' : 'month'];
  const name = due && (period === 'year' ? due.first.slice(0, 4) : monthName(due.first));
  return (
    <Figure label={`Collected of ${name ?? 'what is due'}`} value={due && groupThousands(due.collected)} isMoney>
      {due && `${shareOf(due)}of ${groupThousands(due.expected)} · `}
      {due && <Link to={FIGURE_LINKS.owingSince(due.first)}>{count(due.owing)} owe</Link>}
    </Figure>
  );
}

function ActiveMembers() {
  const active = useQuery(arrearsQuery).data?.active;
  const change = active && changeOf(active.count, active.before);
  return (
    <Figure label="Active members" value={active && count(active.count)}>
      {change && change.tone !== 'same' && <Percent change={change} />}{' '}
      {active && `${count(active.before)} on ${formatDay(active.before_day).replace(/ \d{4}$/, '')}`}
    </Figure>
  );
}

/** The month to come, as drivers and plans are now. */
function DueNext() {
  const next = useQuery(arrearsQuery).data?.next;
  return (
    <Figure
      label={`Due in ${next ? monthName(next.first) : 'the next month'}`}
      value={next && groupThousands(next.expected)}
      isMoney
    >
      {next && `${groupThousands(next.collected)} of it is paid ahead`}
    </Figure>
  );
}

function Books() {
  const books = useQuery(dashboardQuery).data?.books;
  const differences = books?.difference_count ?? 0;
  const state = differences === 0 ? 'Agree' : counted(differences, 'difference');
  return (
    <Figure label="Books" value={books === undefined ? undefined : books ? state : 'Not checked'} to="/book_checks">
      {books ? `Checked ${formatDay(books.ended_at.slice(0, 10))}` : books === null && 'They have not been checked yet'}
    </Figure>
  );
}

/** The first figures, of what the person may open. */
export function Headline() {
  const { can } = useAbility();
  const { isPending } = useQuery(dashboardQuery);
  const seesMoney = can('payments.read');
  const seesDrivers = can('drivers.read');
  if (!seesMoney && !seesDrivers && !can('payments.clear')) return null;
  return (
    <Figures isLoading={isPending}>
      {seesMoney && <Received />}
      {can('payments.clear') ? <Cases /> : seesMoney && <Claims />}
      {seesMoney && <Overdue />}
      {seesDrivers && <NewDrivers />}
      {seesMoney && <CollectedOfDue />}
      {seesMoney && <ActiveMembers />}
      {seesMoney && <DueNext />}
      {seesMoney && can('books.read') && <Books />}
    </Figures>
  );
}
