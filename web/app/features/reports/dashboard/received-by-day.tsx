import { addDays, formatMonth, groupThousands } from '@banbo/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import chips from '~/components/chips.module.css';
import styles from './dashboard.module.css';
import { clearedList, dashboardQuery, Panel } from './dashboard-queries.tsx';

/** A day with its money in this month and the last; null for future and missing days. */
type DayPair = { day: number; date: string; own: string | null; last: string | null };

const monthOf = (day: string): string => day.slice(0, 7);

/** The days of the month of `today` up to its end, each beside that of last month. */
export const daysOf = (today: string, received: readonly { day: string; amount: string }[]): DayPair[] => {
  const amounts = new Map(received.map(({ day, amount }) => [day, amount]));
  const month = monthOf(today);
  const before = monthOf(addDays(`${month}-01`, -1));
  const dates = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));
  // A day that does not exist falls into another month.
  const exists = (of: string, date: string): boolean => monthOf(addDays(`${of}-01`, Number(date) - 1)) === of;
  return dates
    .filter((date) => exists(month, date) || exists(before, date))
    .map((date) => {
      const own = `${month}-${date}`;
      const isPast = exists(month, date) && own <= today;
      return {
        day: Number(date),
        date: own,
        own: isPast ? (amounts.get(own) ?? '0.00') : null,
        last: exists(before, date) ? (amounts.get(`${before}-${date}`) ?? '0.00') : null,
      };
    });
};

/** A round amount at or above the largest, and the steps up to it: `[5000, 10000]`. */
export const gridOf = (largest: number): number[] => {
  if (largest <= 0) return [];
  const unit = 10 ** Math.floor(Math.log10(largest));
  const step = [0.5, 1, 2, 5].map((times) => times * unit).find((one) => largest / one <= 3) ?? unit;
  return Array.from({ length: Math.ceil(largest / step) }, (_, index) => (index + 1) * step);
};

/** `5000` as `5k`, `1500000` as `1.5m`. */
export const shortAmount = (amount: number): string => {
  if (amount >= 1_000_000) return `${amount / 1_000_000}m`;
  return amount >= 1_000 ? `${amount / 1_000}k` : String(amount);
};

type DaysProps = { days: readonly DayPair[]; own: string; last: string };

/** Numbers below the bars: the first day and every fifth. */
const isNamed = (day: number): boolean => day === 1 || day % 5 === 0;

const words = (name: string, amount: string | null): string =>
  amount === null ? '' : `${name}: ${groupThousands(amount)}`;

/** Bars of this month's days beside last month's. Screen readers are told of the table. */
function DayChart({ days, own, last }: DaysProps) {
  const amounts = days.flatMap((day) => [Number(day.own ?? 0), Number(day.last ?? 0)]);
  const lines = gridOf(Math.max(...amounts));
  const top = lines.at(-1) ?? 1;
  const share = (amount: string | null): string => `${(Math.max(0, Number(amount ?? 0)) / top) * 100}%`;
  return (
    <div
      className={styles.chart}
      role="img"
      aria-label={`Chart of ${own} and ${last} by day. ‘As a table’ shows its figures.`}
    >
      <div className={styles.days}>
        {lines.map((line) => (
          <span key={line} className={styles.grid} style={{ '--share': `${(line / top) * 100}%` }}>
            <small>{shortAmount(line)}</small>
          </span>
        ))}
        {days.map((day) => (
          <span
            key={day.day}
            className={styles.day}
            title={[`Day ${day.day}`, words(own, day.own), words(last, day.last)].filter(Boolean).join('\n')}
          >
            <span className="bar" data-bar="own" style={{ '--share': share(day.own) }} />
            <span className="bar" data-bar="last" style={{ '--share': share(day.last) }} />
            {isNamed(day.day) && <small>{day.day}</small>}
          </span>
        ))}
      </div>
    </div>
  );
}

const shown = (amount: string | null): string => (amount === null ? '–' : groupThousands(amount));

/** The figures of the chart; a day of this month leads to its payments. */
function DayTable({ days, own, last }: DaysProps) {
  return (
    // Long tables scroll in place, by the keyboard once focused.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region
    <section className={styles.scroll} tabIndex={0} aria-label="Received by day, as a table">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{own}</th>
            <th scope="col">{last}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              <td>
                {day.own === null ? (
                  '–'
                ) : (
                  <Link to={clearedList({ first: day.date, last: day.date })}>{shown(day.own)}</Link>
                )}
              </td>
              <td>{shown(day.last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Each day's money of this month and the last, as bars or as a table. */
export function ReceivedByDay() {
  const query = useQuery(dashboardQuery);
  const { data } = query;
  const [isTable, setTable] = useState(false);
  const days = data?.received && daysOf(data.today, data.received.days);
  const names =
    data?.received && [data.today, data.received.month.before.first].map((day) => formatMonth(day.slice(0, 7)));
  const [own = '', last = ''] = names ?? [];
  return (
    <Panel
      title="Received by day"
      span={8}
      query={query}
      aside={
        <Group component="p" className={styles.legend ?? ''} gap="xs" c="dimmed" fz={13}>
          <span className="bar-key">{own}</span>
          <span className="bar-key" data-bar="last">
            {last}
          </span>
          <button type="button" className={chips.chip} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            as a table
          </button>
        </Group>
      }
    >
      {days &&
        (isTable ? <DayTable days={days} own={own} last={last} /> : <DayChart days={days} own={own} last={last} />)}
    </Panel>
  );
}
