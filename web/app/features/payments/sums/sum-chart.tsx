import { formatMoney, groupThousands } from '@banbo/contract';
import styles from './sum-chart.module.css';
import type { SumRow } from './sum-reports.ts';

/** Names below the bars at most, so that they stand beside each other. */
const MAX_NAMES = 12;

type Props = {
  title: string;
  rows: readonly SumRow[];
  nameOf: (row: SumRow) => string;
};

/** An amount as a share of the largest one, for a bar's height. */
const shareOf = (amount: string, largest: number): string =>
  `${largest === 0 ? 0 : Math.round((Number(amount) / largest) * 1000) / 10}%`;

/**
 * Bars of cleared money and beside them of what waits, by group. The table below has the figures, so that a screen reader is
 * told of the chart once, as a picture.
 */
export function SumChart({ title, rows, nameOf }: Props) {
  const amounts = rows.flatMap(({ amount_paid, waiting }) => [amount_paid, waiting]);
  const largest = amounts.reduce((most, amount) => (Number(amount) > Number(most) ? amount : most), '0.00');
  const step = Math.ceil(rows.length / MAX_NAMES);
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        <span data-kind="cleared">Cleared</span>
        <span data-kind="waiting">Waiting to be cleared</span>
        <span className={styles.largest}>The highest bar is {formatMoney(largest)}</span>
      </figcaption>
      <div className={styles.bars} role="img" aria-label={`Chart of ${title}. The table below has its figures.`}>
        {rows.map((row, index) => (
          <div key={row.id} className={styles.group} title={`${nameOf(row)}: ${groupThousands(row.amount_paid)}`}>
            <span data-kind="cleared" style={{ '--share': shareOf(row.amount_paid, Number(largest)) }} />
            <span data-kind="waiting" style={{ '--share': shareOf(row.waiting, Number(largest)) }} />
            <small>{index % step === 0 && nameOf(row)}</small>
          </div>
        ))}
      </div>
    </figure>
  );
}
