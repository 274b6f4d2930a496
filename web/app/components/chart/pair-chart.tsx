import { groupThousands } from '@banbo/contract';
import { Link } from 'react-router';
import { gridOf, shortAmount } from './chart-scale.ts';
import styles from './pair-chart.module.css';

/** Money of an hour, day or month beside its like; null where it has not come or does not exist. */
export type BarPair = {
  name: string;
  own: string | null;
  last: string | null;
  /** Named below its bars. */
  isNamed: boolean;
  /** The rows that `own` is the sum of; hours have none. */
  to?: string;
};

export type Bars = { title: string; per: string; own: string; last: string; pairs: readonly BarPair[] };

const words = (name: string, amount: string | null): string =>
  amount === null ? '' : `${name}: ${groupThousands(amount)}`;

const hasMoney = (amount: string | null): boolean => Number(amount ?? 0) > 0;

type ChartProps = {
  bars: Bars;
  /** Tells screen readers where the figures are. */
  figures?: string;
};

/** Bars of the period beside those before. Screen readers are told of the table. */
export function PairChart({
  bars: { pairs, per, own, last },
  figures = '‘As a table’ shows its figures.',
}: ChartProps) {
  const amounts = pairs.flatMap((pair) => [Number(pair.own ?? 0), Number(pair.last ?? 0)]);
  const lines = gridOf(Math.max(...amounts));
  const top = lines.at(-1) ?? 1;
  const share = (amount: string | null): string => `${(Math.max(0, Number(amount ?? 0)) / top) * 100}%`;
  return (
    <div
      className={styles.chart}
      role="img"
      aria-label={`Chart of ${own} and ${last} by ${per.toLowerCase()}. ${figures}`}
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
export function PairTable({ bars: { title, per, pairs, own, last } }: { bars: Bars }) {
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
