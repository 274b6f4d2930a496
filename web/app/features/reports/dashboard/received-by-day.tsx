import { formatMonth, groupThousands } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import styles from './dashboard.module.css';
import { dashboardQuery, Panel, Waiting } from './dashboard-queries.tsx';
import dayChartStyles from './day-chart.module.css';
import { DayChart, type DaysProps } from './day-chart.tsx';
import { daysOf } from './days.ts';
import { clearedList } from './periods.tsx';

const shown = (amount: string | null): string => (amount === null ? '–' : groupThousands(amount));

/** The figures of the chart; a day of this month leads to its payments. */
function DayTable({ days, own, last }: DaysProps) {
  return (
    // Long tables scroll in their place; the keyboard scrolls what has the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls can be reached by the keyboard.
    <section className={dayChartStyles.scroll} tabIndex={0} aria-label="Received by day, as a table">
      <table className={dayChartStyles.table}>
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

/** Money received on each day of this month beside that of the last one, as bars or as a table. */
export function ReceivedByDay() {
  const { data } = useQuery(dashboardQuery);
  const [isTable, setTable] = useState(false);
  const days = data?.received && daysOf(data.today, data.received.days);
  const names =
    data?.received && [data.today, data.received.month.before.first].map((day) => formatMonth(day.slice(0, 7)));
  const [own = '', last = ''] = names ?? [];
  return (
    <Panel
      title="Received by day"
      isWide
      aside={
        <p className={styles.legend}>
          <span data-bar="own">{own}</span>
          <span data-bar="last">{last}</span>
          <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            as a table
          </button>
        </p>
      }
    >
      {!days && <Waiting />}
      {days &&
        (isTable ? <DayTable days={days} own={own} last={last} /> : <DayChart days={days} own={own} last={last} />)}
    </Panel>
  );
}
