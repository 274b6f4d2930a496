import { groupThousands } from '@banbo/contract';
import { Link } from 'react-router';
import styles from './day-chart.module.css';
import type { DaysProps } from './day-chart.tsx';
import { clearedList } from './periods.tsx';

const shown = (amount: string | null): string => (amount === null ? '–' : groupThousands(amount));

/** The figures of the chart; a day of this month leads to its payments. */
export function DayTable({ days, own, last }: DaysProps) {
  return (
    // Long tables scroll in their place; the keyboard scrolls what has the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls can be reached by the keyboard.
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
