import { today } from '@banbo/contract';
import { Group } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { changeAddress } from '~/components/data-table/list-state.ts';
import { DateField } from '~/components/form/date-field.tsx';
import { readPeriod } from './period-address.ts';

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
