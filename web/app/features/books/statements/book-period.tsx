import { listBookYears, today } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import chips from '~/components/chips.module.css';
import { daysOfYear } from '~/components/period/period-address.ts';
import type { BookPeriod } from '~/components/period/period-fields.tsx';
import { read } from '~/lib/api/query-client.ts';

/** The years of the books as chips. */
export function YearChips({ from, to, choose }: BookPeriod) {
  const { data: years = [] } = useQuery(read(listBookYears, {}));
  const now = today();
  return (
    <fieldset className={chips.chips} style={{ '--chips-below': '0' }}>
      <legend className="visually-hidden">Year</legend>
      {years.map((year) => {
        const days = daysOfYear(year, now);
        return (
          <button
            key={year}
            type="button"
            className={chips.chip}
            aria-pressed={days.from === from && days.to === to}
            onClick={() => choose(days)}
          >
            {year}
          </button>
        );
      })}
    </fieldset>
  );
}
