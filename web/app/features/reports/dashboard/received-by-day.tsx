import { formatMonth } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from './dashboard.module.css';
import { dashboardQuery } from './dashboard-queries.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { daysOf } from './days.ts';
import { Panel, Waiting } from './panel.tsx';

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
