import {
  formatDay,
  formatPaidMonth,
  groupThousands,
  type JustNow as Happened,
  PAYMENT_MODE_LABELS,
  shownName,
} from '@banbo/contract';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import styles from './dashboard.module.css';
import { dashboardQuery, justNowQuery, Panel } from './dashboard-queries.tsx';

const SHOWN = 5;

const SOURCES = {
  capture: 'captured',
  desk: 'received',
  statement: 'on a statement',
  prompt: 'paid by prompt',
} as const;

/** An event as a sentence, and its page. */
const sentenceOf = (one: Happened): { text: string; to: string } => {
  if (one.kind === 'driver')
    return { text: `New driver: ${shownName(one.name)}, ${one.car_number}`, to: `/view_driver/${one.id}` };
  if (one.kind === 'claim') {
    const month = formatPaidMonth(one, { short: true });
    const text = `${shownName(one.name)} claims ${groupThousands(one.amount)}${month && ` for ${month}`}`;
    return { text, to: `/view_payment/${one.driver_code}` };
  }
  const money = `${groupThousands(one.amount)} of ${PAYMENT_MODE_LABELS[one.mode]}`;
  return { text: `${money} ${SOURCES[one.source]}${one.by ? ` by ${one.by}` : ''}`, to: '/payment_clearance' };
};

/** `14:07` today, else the day. */
const timeOf = (at: string, today: string): string =>
  at.startsWith(today) ? at.slice(11, 16) : formatDay(at.slice(0, 10));

/** The latest claims, registrations and money, as they come. */
export function JustNowList() {
  const query = useQuery(justNowQuery);
  const { data } = query;
  const today = useQuery(dashboardQuery).data?.today ?? '';
  return (
    <Panel title="Just now" span={4} query={query}>
      {data?.length === 0 && <p className="soft">Nothing has happened yet.</p>}
      <Stack component="ol" className={styles.feed} gap="sm" fz="sm">
        {data?.slice(0, SHOWN).map((one) => {
          const { text, to } = sentenceOf(one);
          return (
            <li key={`${one.kind} ${one.id}`}>
              <Text component="time" display="block" c="dimmed" fz={13} fw={600} dateTime={one.at}>
                {timeOf(one.at, today)}
              </Text>
              <Link to={to}>{text}</Link>
            </li>
          );
        })}
      </Stack>
    </Panel>
  );
}
