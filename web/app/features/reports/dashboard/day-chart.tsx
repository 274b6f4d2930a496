import { groupThousands } from '@banbo/contract';
import styles from './dashboard.module.css';
import { type DayPair, gridOf, shortAmount } from './days.ts';

export type DaysProps = { days: readonly DayPair[]; own: string; last: string };

/** Numbers below the bars: the first day and every fifth. */
const isNamed = (day: number): boolean => day === 1 || day % 5 === 0;

const words = (name: string, amount: string | null): string =>
  amount === null ? '' : `${name}: ${groupThousands(amount)}`;

/** Bars of this month's days, and thin ones of last month's. A screen reader is told of the table, which has the figures. */
export function DayChart({ days, own, last }: DaysProps) {
  const amounts = days.flatMap((day) => [Number(day.own ?? 0), Number(day.last ?? 0)]);
  const lines = gridOf(Math.max(...amounts));
  const top = lines.at(-1) ?? 1;
  const share = (amount: string | null): string => `${(Number(amount ?? 0) / top) * 100}%`;
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
            <span data-bar="own" style={{ '--share': share(day.own) }} />
            <span data-bar="last" style={{ '--share': share(day.last) }} />
            {isNamed(day.day) && <small>{day.day}</small>}
          </span>
        ))}
      </div>
    </div>
  );
}
