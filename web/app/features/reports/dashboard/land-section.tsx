import {
  APPLICATION_KIND_LABELS,
  APPLICATION_STATUS_LABELS,
  formatDay,
  getLandDashboard,
  groupThousands,
  LAND_COUNTED,
  LAND_LINKS,
  type LandDashboard,
  LEASE_EVENT_LABELS,
  LEASE_EVENTS,
  LEASE_SPAN_LABELS,
  LEASE_SPANS,
  LODGED_AGE_LABELS,
  mayOpenAddress,
  PERMISSION_LABELS,
  shownName,
} from '@banbo/contract';
import { Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { count, counted } from '~/lib/counted.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { BarList } from './bar-list.tsx';
import styles from './dashboard.module.css';
import { Panel } from './dashboard-queries.tsx';
import { Figure, Figures } from './headline.tsx';

const landQuery = { ...read(getLandDashboard, {}), staleTime: 30_000 };

/** A count as far as it goes: `1,000+`; with a noun, `1 sign-in` or `1,000+ sign-ins`. */
const upTo = (number: number, noun?: string): string => {
  if (number >= LAND_COUNTED) return [`${count(number)}+`, noun && `${noun}s`].filter(Boolean).join(' ');
  return noun ? counted(number, noun) : count(number);
};

const sumOf = (counts: readonly { count: number }[]): number => counts.reduce((sum, one) => sum + one.count, 0);

/** How many rows the lease clock has of an event within a span. */
const clockOf = ({ lease_clock = [] }: LandDashboard, what: string, within: string): number =>
  lease_clock.find((one) => one.what === what && one.within === within)?.count ?? 0;

type Shown = { land: LandDashboard };

/** The first figures of the land side, of what the person may open. */
function LandHeadline({ land }: Shown) {
  const { applications, responses, money, rent_owed } = land;
  return (
    <Figures label="Land">
      {applications && (
        <Figure label="Applications to decide" value={upTo(sumOf(applications.ages))} to={LAND_LINKS.waiting}>
          <Link to={LAND_LINKS.late}>{upTo(applications.late)} late</Link>
        </Figure>
      )}
      {responses && (
        <Figure label="Requests of tenants" value={upTo(responses.updates)} to={LAND_LINKS.updates}>
          <Link to={LAND_LINKS.activations}>{upTo(responses.activations, 'sign-in')}</Link>
          {' · '}
          <Link to={LAND_LINKS.messages}>{upTo(responses.messages, 'message')}</Link>
        </Figure>
      )}
      {money && (
        <Figure
          label="Received for land this month"
          value={groupThousands(money.month.amount)}
          isMoney
          to={LAND_LINKS.receivedIn(land.today)}
        >
          <Link to={LAND_LINKS.waitingMoney}>{counted(money.waiting.count, 'payment waits', 'payments wait')}</Link>
        </Figure>
      )}
      {rent_owed && (
        <Figure label="Ground rent owed" value={groupThousands(rent_owed.amount)} isMoney to={LAND_LINKS.rentOwed}>
          {`by ${counted(rent_owed.count, 'tenancy', 'tenancies')}`}
        </Figure>
      )}
      {land.lease_clock &&
        (['ends', 'certificate'] as const).map((what) => (
          <Figure
            key={what}
            label={what === 'ends' ? 'Terms that end within a year' : 'Certificates overdue'}
            value={upTo(clockOf(land, what, what === 'ends' ? 'year' : 'overdue'))}
            to={LAND_LINKS.clock(what, what === 'ends' ? 'year' : 'overdue')}
          >
            <Link to={LAND_LINKS.clock(what, 'month')}>{upTo(clockOf(land, what, 'month'))} within a month</Link>
          </Figure>
        ))}
    </Figures>
  );
}

const ApplicationsByAge = ({ applications }: { applications: NonNullable<LandDashboard['applications']> }) => (
  <Panel title="Applications to decide, by when they were lodged" span={4}>
    {sumOf(applications.ages) === 0 && <p className="soft">No application waits for a decision.</p>}
    <BarList
      bars={applications.ages
        .filter((one) => one.count > 0)
        .map((one) => ({
          key: one.age,
          label: LODGED_AGE_LABELS[one.age],
          text: upTo(one.count),
          size: one.count,
          to: LAND_LINKS.lodged(one.age),
        }))}
    />
  </Panel>
);

/** Each event of the lease clock by how far ahead it is. */
const LeaseClockPanel = ({ land }: Shown) => (
  <Panel title="Lease clock" span={4}>
    <Table fz="sm" verticalSpacing={4} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {LEASE_SPANS.map((within) => (
            <Table.Th key={within} scope="col" ta="right">
              {LEASE_SPAN_LABELS[within]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {LEASE_EVENTS.map((what) => (
          <Table.Tr key={what}>
            <Table.Th scope="row" fw={400}>
              {LEASE_EVENT_LABELS[what]}
            </Table.Th>
            {LEASE_SPANS.map((within) => (
              <Table.Td key={within} ta="right">
                <Link
                  to={LAND_LINKS.clock(what, within)}
                  aria-label={`${LEASE_EVENT_LABELS[what]}, ${LEASE_SPAN_LABELS[within].toLowerCase()}: ${upTo(clockOf(land, what, within))}`}
                >
                  {upTo(clockOf(land, what, within))}
                </Link>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);

const TONES = { approved: 'good', refused: 'bad', annulled: 'bad' } as const;

const LastDecisions = ({ decisions }: { decisions: NonNullable<LandDashboard['decisions']> }) => (
  <Panel title="Last decisions" span={4}>
    {decisions.length === 0 && <p className="soft">Nothing was decided yet.</p>}
    <Stack component="ol" className={styles.feed} gap="sm" fz="sm">
      {decisions.map(({ id, number, kind, status, plot, applicant_name, decided_at }) => (
        <li key={id}>
          <Group gap="xs">
            <Text component="time" c="dimmed" fz={13} fw={600} dateTime={decided_at}>
              {formatDay(decided_at.slice(0, 10))}
            </Text>
            <StatusBadge tone={TONES[status as keyof typeof TONES] ?? 'plain'}>
              {APPLICATION_STATUS_LABELS[status]}
            </StatusBadge>
          </Group>
          <Link to={`/applications/${id}`}>
            {number}, {APPLICATION_KIND_LABELS[kind]}
          </Link>{' '}
          {shownName(applicant_name)}, {shownName(plot)}
        </li>
      ))}
    </Stack>
  </Panel>
);

/** The most frequent work of the desk, as far as the person may do it. */
const ACTIONS = [
  ['/tenant_search', 'Find a tenant'],
  ['/sales_regularization', 'New application'],
  ['/plots', 'Find a plot'],
  ['/zonal_tenants', 'Map of plots'],
  ['/receive_payment', 'Receive a payment'],
] as const;

function QuickActions() {
  const session = useSession();
  const actions = session ? ACTIONS.filter(([to]) => mayOpenAddress(session, to)) : [];
  if (actions.length === 0) return null;
  return (
    <Group component="nav" aria-label="Quick actions" gap="xs" mt="sm" className="not-printed">
      {actions.map(([to, label]) => (
        <Link key={to} to={to} className="button quiet">
          {label}
        </Link>
      ))}
    </Group>
  );
}

/** The figures of the land side; each opens its rows, and shows for those who may open them. */
export function LandSection() {
  const query = useQuery(landQuery);
  useLive(['land_responses'], () => refresh('land_dashboard'));
  const { data } = query;
  if (!data)
    return (
      <Panel title="Land" span={12} query={query}>
        {null}
      </Panel>
    );
  return (
    <>
      <Panel title="Land" span={12}>
        <LandHeadline land={data} />
        <QuickActions />
      </Panel>
      {data.applications && <ApplicationsByAge applications={data.applications} />}
      {data.lease_clock && <LeaseClockPanel land={data} />}
      {data.decisions && <LastDecisions decisions={data.decisions} />}
    </>
  );
}

/** The person, what they may do, and whom they ask for more. */
export function OwnRights() {
  const session = useSession();
  const names = useQuery(landQuery).data?.administrators ?? [];
  if (!session) return null;
  return (
    <Panel title={`You are ${session.fullname}`} span={4}>
      <p>
        You sign in as {session.username}, with the role {session.role}.
      </p>
      <ul>
        {session.permissions.map((permission) => (
          <li key={permission}>
            {PERMISSION_LABELS[permission].of}: {PERMISSION_LABELS[permission].may}
          </li>
        ))}
      </ul>
      {names.length > 0 && <p>To see or do more, ask {names.join(', ')}.</p>}
    </Panel>
  );
}
