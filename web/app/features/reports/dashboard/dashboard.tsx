import {
  arrearsAgeLabel,
  CASE_REASON_LABELS,
  FEE_KINDS,
  FEES,
  groupThousands,
  isStaffRole,
  menuItems,
  menusOf,
  PAYMENT_MODE_LABELS,
  personalPages,
  type ReceivedPeriod,
  type StaffRights,
} from '@banbo/contract';
import { Box, Grid, Group } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { count, counted } from '~/lib/counted.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { useToday } from '~/lib/use-today.ts';
import { PricesMissing, ServerClockAlarm, TextsHeldNotice } from './alarms.tsx';
import styles from './dashboard.module.css';
import {
  arrearsQuery,
  casesQuery,
  clearedList,
  dashboardQuery,
  Panel,
  PERIODS,
  PeriodChoice,
  useLiveDashboard,
  usePeriod,
} from './dashboard-queries.tsx';
import { Headline } from './headline.tsx';
import { JustNowList } from './just-now.tsx';
import { ReceivedByDay } from './received-by-day.tsx';
import { tasksOf } from './tasks.ts';
import { longDay } from './words.ts';

type Bar = {
  key: string;
  label: string;
  /** The figure in words, beside the label. */
  text: string;
  /** The bar's length, in any unit that all of them share. */
  size: number;
  to?: string | undefined;
};

/** Figures in lines, each with a bar; the words say all that the bars show. */
function BarList({ bars }: { bars: readonly Bar[] }) {
  const largest = Math.max(...bars.map(({ size }) => size), 0);
  return (
    <div className={styles.holder}>
      <ul className={styles.bars}>
        {bars.map(({ key, label, text, size, to }) => (
          <li key={key}>
            {to ? <Link to={to}>{label}</Link> : <span>{label}</span>}
            <strong>{text}</strong>
            <span aria-hidden="true">
              <Box
                bg="var(--brand)"
                h="0.7rem"
                bdrs={3}
                w={`${largest === 0 ? 0 : Math.max(1, (size / largest) * 100)}%`}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The list of a type's cleared payments; all of them where the type has no page of its own. */
const listOf = (type: string, days: ReceivedPeriod): string => {
  const kind = FEE_KINDS.find((one) => FEES[one].type === type);
  return kind ? `/${kind}?status=cleared&from=${days.first}&to=${days.last}` : clearedList(days);
};

const typeBars = (received: ReceivedPeriod): Bar[] =>
  received.types
    .map(({ type_code, description, amount }) => ({
      key: type_code,
      label: description,
      text: groupThousands(amount),
      size: Number(amount),
      to: listOf(type_code, received),
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
                <Link to={clearedList(received, `&mode=${mode}`)}>{PAYMENT_MODE_LABELS[mode]}</Link>{' '}
                {groupThousands(amount)}
              </li>
            ))}
          </Group>
        </>
      )}
    </Panel>
  );
}

/** The tasks that wait for a person, each with its link. */
function NeedsSomebody() {
  const { can } = useAbility();
  const { data } = useQuery(dashboardQuery);
  const { data: cases } = useQuery({ ...casesQuery, enabled: can('payments.clear') });
  const tasks = data ? tasksOf(data, cases?.reasons ?? [], can, new Date()) : [];
  return (
    <Panel title="To do" span={8}>
      <ServerClockAlarm />
      <TextsHeldNotice />
      <PricesMissing />
      {data && tasks.length === 0 && <p className="soft">Nothing waits for you here.</p>}
      <ul className={styles.tasks}>
        {tasks.map(({ about, tone, text, to }) => (
          <li key={text}>
            <StatusBadge tone={tone}>{about}</StatusBadge>
            <span>{text}</span>
            <Link to={to} aria-label={`Open: ${text}`}>
              Open
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type BarPanelProps = { title: string; query: UseQueryResult<unknown>; bars: Bar[] | undefined; none: string };

/** A panel of bars; `none` says that there are none. */
const BarPanel = ({ title, query, bars, none }: BarPanelProps) => (
  <Panel title={title} query={query}>
    {bars?.length === 0 && <p className="soft">{none}</p>}
    <BarList bars={bars ?? []} />
  </Panel>
);

/** Why claims and money wait, each reason with its list. */
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
      to: `/payment_clearance?reason=${reason}`,
    }));
  return <BarPanel title="Waiting to be cleared, by reason" query={query} bars={bars} none="Nothing waits." />;
}

/** The debts of drivers, by how long they have owed it. */
function ArrearsByAge() {
  const query = useQuery(arrearsQuery);
  const bars = query.data?.ages
    .filter((one) => one.count > 0)
    .map(({ age, count, amount }) => ({
      key: age,
      label: arrearsAgeLabel(age),
      text: `${groupThousands(amount)} · ${counted(count, 'driver')}`,
      size: Number(amount),
      to: `/arrears?age=${age}`,
    }));
  return <BarPanel title="Owed by drivers, by age" query={query} bars={bars} none="Nobody owes anything." />;
}

/** The pages of a role that sees none of the drivers' money. */
export function OwnPages({ person }: { person: StaffRights }) {
  const all = [...menuItems(menusOf(person)), ...personalPages(person)];
  const own = all.filter(({ ready, path }) => ready && !/dashboard|logout/.test(path));
  const worksWithDrivers = person.permissions.some((permission) => /^(?:drivers|payments)\./.test(permission));
  return (
    <Panel title="Your pages" span={8}>
      <p className="soft">
        {!worksWithDrivers && `Money and drivers are for other roles than ${person.role}. `}These pages are yours
        {all.some(({ ready }) => !ready) && '; those that the menu marks ‘soon’ come with a later version'}.
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
  return (
    <>
      <Headline />
      <Grid gap="sm" mt="sm">
        {seesMoney && <ReceivedByDay />}
        {seesMoney && <ReceivedByType />}
        {seesMoney ? <NeedsSomebody /> : <OwnPages person={person} />}
        {(seesMoney || can('drivers.read')) && <JustNowList />}
        {can('payments.clear') && <CasesByReason />}
        {seesMoney && <ArrearsByAge />}
      </Grid>
    </>
  );
}

/** The dashboard under its heading, which greets the person. */
export function DashboardPage() {
  const session = useSession();
  const today = useToday();
  const { can } = useAbility();
  if (!session || !isStaffRole(session.role)) return null;
  const person = { role: session.role, permissions: session.permissions };
  return (
    <Page
      lead={`${today ? `${longDay(today)} · ` : ''}Welcome, ${session.fullname}.`}
      actions={can('payments.read') && <PeriodChoice />}
    >
      <Dashboard person={person} />
    </Page>
  );
}
