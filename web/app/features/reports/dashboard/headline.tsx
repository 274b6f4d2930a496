import { formatDay, formatMoney, groupThousands, MAX_UNPAID_COUNTED } from '@banbo/contract';
import { Anchor, Box, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import styles from './dashboard.module.css';
import { arrearsQuery, casesQuery, clearedList, dashboardQuery, PERIODS, usePeriod } from './dashboard-queries.tsx';
import { ageText, beforeText, changeOf } from './words.ts';

type FigureProps = {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  /** The list that the figure is of. */
  to?: string | undefined;
  children?: ReactNode;
};

/** One figure, which leads to its list. */
function Figure({ label, value, to, children }: FigureProps) {
  return (
    <Box className={`card ${styles.figure}`} py="sm">
      <dt className="soft">{label}</dt>
      <dd className={styles.value}>
        {value === undefined ? <Skeleton w="5ch" h="0.8em" /> : to ? <Link to={to}>{value}</Link> : value}
      </dd>
      <dd className="soft">{children}</dd>
    </Box>
  );
}

function Received() {
  const [period] = usePeriod();
  const received = useQuery(dashboardQuery).data?.received?.[period];
  const change = received && changeOf(received);
  return (
    <Figure
      label={`Received ${PERIODS[period].toLowerCase()}`}
      value={received && groupThousands(received.amount)}
      to={received && clearedList(received)}
    >
      {received && !change && `Nothing came in from ${beforeText(received)}`}
      {received && change && (
        <>
          <strong data-tone={change.tone}>{change.text}</strong> on {groupThousands(received.before.amount)} from{' '}
          {beforeText(received)}
        </>
      )}
    </Figure>
  );
}

/** The words below a number of claims, or of cases, which include money. */
function ClaimWords({ isOfCases = false }) {
  const claims = useQuery(dashboardQuery).data?.claims;
  if (!claims) return null;
  if (claims.oldest_at === null) return isOfCases ? 'No claim waits' : 'Nothing waits to be cleared';
  return (
    <>
      {isOfCases && `${counted(claims.count, 'claim')} · `}
      {claims.amount && `${formatMoney(claims.amount)} · `}oldest{' '}
      <strong>{ageText(claims.oldest_at, new Date())}</strong>
    </>
  );
}

function Claims() {
  const claims = useQuery(dashboardQuery).data?.claims;
  return (
    <Figure label="Claims waiting" value={claims && count(claims.count)}>
      <ClaimWords />
    </Figure>
  );
}

/** The number that the menu shows, too, for those who clear. */
function Cases() {
  const cases = useQuery(casesQuery).data;
  return (
    <Figure
      label="Cases waiting"
      value={cases && `${count(cases.all.count)}${cases.is_cut ? '+' : ''}`}
      to="/payment_clearance"
    >
      <ClaimWords isOfCases />
    </Figure>
  );
}

function Overdue() {
  const { data } = useQuery(arrearsQuery);
  const old = data?.ages.find(({ age }) => age === 'three');
  return (
    <Figure label="Overdue by drivers" value={data && groupThousands(data.all.amount)} to="/arrears">
      {data && counted(data.all.count, 'driver')}
      {old && old.count > 0 && (
        <>
          {' · '}
          <Link to="/arrears?age=three">{count(old.count)} three months and older</Link>
        </>
      )}
    </Figure>
  );
}

function NewDrivers() {
  const { can } = useAbility();
  const drivers = useQuery(dashboardQuery).data?.drivers;
  const unpaid = drivers && `${count(drivers.unpaid)}${drivers.unpaid === MAX_UNPAID_COUNTED ? ' or more' : ''}`;
  return (
    <Figure
      label="New drivers this week"
      value={drivers && count(drivers.registered_this_week)}
      to={can('drivers.read') ? '/global_drivers' : undefined}
    >
      {drivers &&
        `${count(drivers.registered_today)} today · ${unpaid} not paid yet · ${counted(drivers.count, 'driver')} in all`}
    </Figure>
  );
}

function Books() {
  const books = useQuery(dashboardQuery).data?.books;
  const differences = books?.difference_count ?? 0;
  return (
    <Anchor component={Link} to="/book_checks" display="inline-block" mt="xs" c="dimmed" fz="sm" underline="always">
      {books === undefined && 'Books'}
      {books === null && 'The books have not been checked yet'}
      {books && (differences === 0 ? 'The books agree' : `${counted(differences, 'difference')} in the books`)}
      {books && `, checked ${formatDay(books.ended_at.slice(0, 10))}`}
    </Anchor>
  );
}

/** The first figures; money is for roles that read payments. */
export function Headline() {
  const { can } = useAbility();
  const seesMoney = can('payments.read');
  const { isPending } = useQuery(dashboardQuery);
  return (
    <>
      <SimpleGrid component="dl" minColWidth="9.5rem" autoFlow="auto-fit" spacing="sm" aria-busy={isPending}>
        {seesMoney && <Received />}
        {can('payments.clear') ? <Cases /> : <Claims />}
        {seesMoney && <Overdue />}
        <NewDrivers />
      </SimpleGrid>
      {seesMoney && <Books />}
    </>
  );
}
