import {
  arrearsAgeLabel,
  CASE_REASON_LABELS,
  FIGURE_LINKS,
  groupThousands,
  isStaffRole,
  menuItems,
  menusOf,
  PAYMENT_MODE_LABELS,
  personalPages,
  type ReceivedPeriod,
  type StaffRights,
  shownKind,
} from '@banbo/contract';
import { Box, Grid, Group } from '@mantine/core';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { PrintButton } from '~/components/print/print-button.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { useToday } from '~/lib/use-today.ts';
import { EmergencyLine, FeedsAlarm, ServerClockAlarm, SetupLine, TextsHeldNotice } from './alarms.tsx';
import { type Bar, BarList } from './bar-list.tsx';
import { CashByClerk } from './cash-by-clerk.tsx';
import styles from './dashboard.module.css';
import {
  arrearsQuery,
  casesQuery,
  dashboardQuery,
  missingLandPricesQuery,
  missingPricesQuery,
  Panel,
  PERIODS,
  PeriodChoice,
  useLiveDashboard,
  usePeriod,
} from './dashboard-queries.tsx';
import { Headline } from './headline.tsx';
import { JustNowList } from './just-now.tsx';
import { LandSection, OwnRights } from './land-section.tsx';
import { ReceivedChart } from './received-chart.tsx';
import { type Task, tasksOf } from './tasks.ts';
import { longDay } from './words.ts';

const typeBars = (received: ReceivedPeriod): Bar[] =>
  received.types
    .map(({ type_code, description, amount }) => ({
      key: type_code,
      label: shownKind(description),
      text: groupThousands(amount),
      size: Number(amount),
      to: FIGURE_LINKS.receivedOfType(type_code, received) ?? undefined,
    }))
    .sort((one, other) => other.size - one.size);

/** Money received by what it is for and by how it came in. */
function ReceivedByType() {
  const [period] = usePeriod();
  const query = useQuery(dashboardQuery);
  const received = query.data?.received?.[period];
  return (
    <Panel title={`By type, ${PERIODS[period].toLowerCase()}`} span={4} query={query}>
      {received?.types.length === 0 && <p className="soft">Nothing was received.</p>}
      {received && received.types.length > 0 && (
        <>
          <BarList bars={typeBars(received)} />
          <Group component="ul" className={`soft ${styles.modes}`} gap="xs" mt="sm">
            {received.modes.map(({ mode, amount }) => (
              <li key={mode}>
                <Link to={FIGURE_LINKS.receivedByMode(received)}>{PAYMENT_MODE_LABELS[mode]}</Link>{' '}
                {groupThousands(amount)}
              </li>
            ))}
          </Group>
        </>
      )}
    </Panel>
  );
}

const TaskRow = ({ task: { about, tone, text, to, parts = [] } }: { task: Task }) => (
  <li>
    <StatusBadge tone={tone}>{about}</StatusBadge>
    <span>
      {text}
      {parts.length > 0 && (
        <span className={`soft ${styles.parts}`}>
          {parts.map((part) => (
            <Link key={part.to} to={part.to}>
              {part.text}
            </Link>
          ))}
        </span>
      )}
    </span>
    {to && (
      <Link to={to} className="not-printed" aria-label={`Open: ${text}`}>
        Open
      </Link>
    )}
  </li>
);

/** The person's tasks, once every query has answered or failed, so that no row moves another. */
const useTasks = (): Task[] | undefined => {
  const { can } = useAbility();
  const { data: dashboard } = useQuery(dashboardQuery);
  const others = useQueries({
    queries: [
      { ...casesQuery, enabled: can('payments.clear') },
      { ...arrearsQuery, enabled: can('payments.read') },
      { ...missingPricesQuery, enabled: can('payments.read') },
      { ...missingLandPricesQuery, enabled: can('land.read') },
    ],
  });
  if (!dashboard || others.some(({ isLoading }) => isLoading)) return undefined;
  const [{ data: cases }, { data: arrears }, { data: prices }, { data: landPrices }] = others;
  const missing = { missing: prices?.missing, missingOfLand: landPrices?.missing };
  const known = { cases, ages: arrears?.ages, ...missing, now: new Date() };
  return tasksOf({ dashboard, ...known }, can);
};

/** The tasks that wait for the person, a row for each kind. */
function ToDo() {
  const { can } = useAbility();
  const tasks = useTasks();
  if (!can('payments.read') && !tasks?.length) return null;
  return (
    <Panel title="To do" span={8}>
      <ServerClockAlarm />
      <TextsHeldNotice />
      {tasks?.every(({ tone }) => tone === 'good' || tone === 'plain') && (
        <p className="soft">Nothing waits for you here.</p>
      )}
      <ul className={styles.tasks}>
        {tasks?.map((task) => (
          <TaskRow key={`${task.about} ${task.to}`} task={task} />
        ))}
      </ul>
    </Panel>
  );
}

type BarPanelProps = {
  title: string;
  span: number;
  query: UseQueryResult<unknown>;
  bars: Bar[] | undefined;
  none: string;
  below?: ReactNode;
};

/** A panel of bars; `none` says that there are none. */
const BarPanel = ({ title, span, query, bars, none, below }: BarPanelProps) => (
  <Panel title={title} span={span} query={query}>
    {bars?.length === 0 && <p className="soft">{none}</p>}
    <BarList bars={bars ?? []} below={below} />
  </Panel>
);

const REASONS_SHOWN = 7;

/** Why most claims and money wait, each reason with its list. */
function CasesByReason() {
  const query = useQuery(casesQuery);
  const bars = query.data?.reasons
    .filter((one) => one.count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ reason, count: number, amount }) => ({
      key: reason,
      label: CASE_REASON_LABELS[reason],
      text: `${count(number)} · ${groupThousands(amount)}`,
      size: number,
      to: FIGURE_LINKS.casesOf(reason),
    }));
  const more = (bars?.length ?? 0) - REASONS_SHOWN;
  return (
    <BarPanel
      title="Waiting to be cleared, by reason"
      span={4}
      query={query}
      bars={bars?.slice(0, REASONS_SHOWN)}
      none="Nothing waits."
      below={more > 0 && <Link to={FIGURE_LINKS.cases}>{counted(more, 'more reason')}</Link>}
    />
  );
}

/** The debts of drivers, by how long they have owed it. */
function ArrearsByAge({ clears }: { clears: boolean }) {
  const query = useQuery(arrearsQuery);
  const bars = query.data?.ages
    .filter((one) => one.count > 0)
    .map(({ age, count, amount }) => ({
      key: age,
      label: arrearsAgeLabel(age),
      text: `${groupThousands(amount)} · ${counted(count, 'driver')}`,
      size: Number(amount),
      to: FIGURE_LINKS.overdueOf(age),
    }));
  return (
    <BarPanel
      title="Owed by drivers, by age"
      span={clears ? 4 : 8}
      query={query}
      bars={bars}
      none="Nobody owes anything."
    />
  );
}

/** The pages of a role that sees none of the drivers' money. */
export function OwnPages({ person }: { person: StaffRights }) {
  const all = [...menuItems(menusOf(person)), ...personalPages(person)];
  const own = all.filter(({ path }) => !/dashboard|logout/.test(path));
  const worksWithDrivers = person.permissions.some((permission) => /^(?:drivers|payments)\./.test(permission));
  return (
    <Panel title="Your pages" span={8}>
      <p className="soft">
        {!worksWithDrivers && `Money and drivers are not for the role ${person.role}. `}These pages are for you.
      </p>
      <Group component="ul" gap="md" mt="xs">
        {own.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </Group>
    </Panel>
  );
}

/** The live dashboard, as far as the role may see it. */
function Dashboard({ person }: { person: StaffRights }) {
  const { can } = useAbility();
  useLiveDashboard();
  const { data, error, refetch } = useQuery(dashboardQuery);
  if (error && !data) return <LoadError message={error.message} onRetry={refetch} />;
  const seesMoney = can('payments.read');
  const clears = can('payments.clear');
  const seesLand = can('land.read') || can('land.answer');
  const seesDrivers = seesMoney || can('drivers.read');
  return (
    <>
      <SetupLine />
      <EmergencyLine />
      <FeedsAlarm />
      <Headline />
      <Grid gap="sm" mt="sm">
        {seesMoney && <ReceivedChart />}
        {seesMoney && <ReceivedByType />}
        {!seesDrivers && seesLand && <LandSection />}
        {!seesMoney && !seesLand && <OwnPages person={person} />}
        {!seesDrivers && !seesLand && <OwnRights />}
        <ToDo />
        {seesMoney && <CashByClerk />}
        {seesDrivers && <JustNowList />}
        {clears && <CasesByReason />}
        {seesMoney && <ArrearsByAge clears={clears} />}
        {seesDrivers && seesLand && <LandSection />}
      </Grid>
    </>
  );
}

/** The day as the heading, behind the page's own name, which readers of screens hear first. */
const DayTitle = ({ today }: { today: string | undefined }) =>
  today === undefined ? (
    'Dashboard'
  ) : (
    <>
      <span className="visually-hidden">Dashboard, </span>
      {longDay(today)}
    </>
  );

/** The dashboard under its heading, the day. */
export function DashboardPage() {
  const session = useSession();
  const today = useToday();
  const { can } = useAbility();
  if (!session || !isStaffRole(session.role)) return null;
  const person = { role: session.role, permissions: session.permissions };
  const seesFigures = can('payments.read') || can('drivers.read');
  return (
    <Page
      title={<DayTitle today={today} />}
      actions={
        <>
          {seesFigures && <PeriodChoice />}
          <Box visibleFrom="xs">
            <PrintButton />
          </Box>
        </>
      }
    >
      <Dashboard person={person} />
    </Page>
  );
}
