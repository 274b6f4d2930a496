import { listBookYears, today } from '@banbo/contract';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import chips from '~/components/chips.module.css';
import { changeAddress } from '~/components/data-table/list-state.ts';
import { DateField } from '~/components/form/date-field.tsx';
import { read } from '~/lib/api/query-client.ts';
import { daysOfYear, readPeriod } from './period-address.ts';

export type BookPeriod = {
  from: string;
  to: string;
  choose: (days: { from: string; to: string }) => void;
};

/** The days that the address names; this year so far where it names none that can be. */
export const useBookPeriod = (): BookPeriod => {
  const [query, setQuery] = useSearchParams();
  return {
    ...readPeriod(query, today()),
    choose: (days) => setQuery((before) => changeAddress(before, days), { preventScrollReset: true }),
  };
};

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

/** The first and the last day, of any range. */
export function PeriodFields({ from, to, choose }: BookPeriod) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <DateField
        label="From"
        value={from}
        onChange={({ currentTarget: { value } }) => value && choose({ from: value, to: value > to ? value : to })}
      />
      <DateField
        label="To"
        value={to}
        onChange={({ currentTarget: { value } }) => value && choose({ from: value < from ? value : from, to: value })}
      />
    </Group>
  );
}
