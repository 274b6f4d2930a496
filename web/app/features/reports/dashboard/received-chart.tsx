import { groupThousands } from '@banbo/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import chips from '~/components/chips.module.css';
import { type Bars, barsOf, gridOf, shortAmount } from './chart-bars.ts';
import styles from './dashboard.module.css';
import { dashboardQuery, Panel, usePeriod } from './dashboard-queries.tsx';

const words = (name: string, amount: string | null): string =>
  amount === null ? '' : `${name}: ${groupThousands(amount)}`;

const hasMoney = (amount: string | null): boolean => Number(amount ?? 0) > 0;

/** Bars of the period beside those before. Screen readers are told of the table. */
function PairChart({ bars: { pairs, per, own, last } }: { bars: Bars }) {
  const amounts = pairs.flatMap((pair) => [Number(pair.own ?? 0), Number(pair.last ?? 0)]);
  const lines = gridOf(Math.max(...amounts));
  const top = lines.at(-1) ?? 1;
  const share = (amount: string | null): string => `${(Math.max(0, Number(amount ?? 0)) / top) * 100}%`;
  return (
    <div
      className={styles.chart}
      role="img"
      aria-label={`Chart of ${own} and ${last} by ${per.toLowerCase()}. ‘As a table’ shows its figures.`}
    >
      <div className={styles.days}>
        {lines.map((line) => (
          <span key={line} className={styles.grid} style={{ '--share': `${(line / top) * 100}%` }}>
            <small>{shortAmount(line)}</small>
          </span>
        ))}
        {pairs.map((pair) => (
          <span
            key={pair.name}
            className={styles.day}
            title={[`${per} ${pair.name}`, words(own, pair.own), words(last, pair.last)].filter(Boolean).join('\n')}
          >
            <span
              className="bar"
              data-bar="own"
              data-some={hasMoney(pair.own)}
              style={{ '--share': share(pair.own) }}
            />
            <span
              className="bar"
              data-bar="last"
              data-some={hasMoney(pair.last)}
              style={{ '--share': share(pair.last) }}
            />
            {pair.isNamed && <small>{pair.name}</small>}
          </span>
        ))}
      </div>
    </div>
  );
}

const shown = (amount: string | null): string => (amount === null ? '–' : groupThousands(amount));

/** The figures of the chart; those of this period lead to their rows. */
function PairTable({ bars: { title, per, pairs, own, last } }: { bars: Bars }) {
  return (
    // Long tables scroll in place, by the keyboard once focused.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the region
    <section className={styles.scroll} tabIndex={0} aria-label={`${title}, as a table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{per}</th>
            <th scope="col">{own}</th>
            <th scope="col">{last}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <tr key={pair.name}>
              <th scope="row">{pair.name}</th>
              <td>{pair.to ? <Link to={pair.to}>{shown(pair.own)}</Link> : shown(pair.own)}</td>
              <td>{shown(pair.last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

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
