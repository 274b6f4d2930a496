import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PairChart, PairTable } from '~/components/chart/pair-chart.tsx';
import chips from '~/components/chips.module.css';
import { barsOf } from './chart-bars.ts';
import styles from './dashboard.module.css';
import { dashboardQuery, Panel, usePeriod } from './dashboard-queries.tsx';

/** The period's money by hour, day or month beside that before, as bars or as a table. */
export function ReceivedChart() {
  const [period] = usePeriod();
  const query = useQuery(dashboardQuery);
  const { data } = query;
  const [isTable, setTable] = useState(false);
  const bars = data?.received && barsOf(period, data, data.received);
  return (
    <Panel
      title={bars?.title ?? 'Received'}
      span={8}
      query={query}
      aside={
        <Group component="p" className={styles.legend ?? ''} gap="xs" c="dimmed" fz={13}>
          <Group component="span" gap="xs" className={styles.keys ?? ''}>
            <span className="bar-key">{bars?.own}</span>
            <span className="bar-key" data-bar="last">
              {bars?.last}
            </span>
          </Group>
          <button type="button" className={chips.chip} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            as a table
          </button>
        </Group>
      }
    >
      {bars && (isTable ? <PairTable bars={bars} /> : <PairChart bars={bars} />)}
    </Panel>
  );
}
