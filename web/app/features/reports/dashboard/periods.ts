import { useSearchParams } from 'react-router';

/** The periods whose money is shown, as the address has them. */
export const PERIODS = { today: 'Today', month: 'This month', year: 'This year' } as const;
export type Period = keyof typeof PERIODS;

const isPeriod = (text: string | null): text is Period => text !== null && text in PERIODS;

/** The period that is looked at, kept in the address; the month at first. */
export const usePeriod = (): [Period, (period: Period) => void] => {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('period');
  return [isPeriod(asked) ? asked : 'month', (period) => setQuery({ period }, { replace: true })];
};

/** The list of payments that were cleared on these days. */
export const clearedList = ({ first, last }: { first: string; last: string }, more = ''): string =>
  `/payment_transactions?status=cleared&from=${first}&to=${last}${more}`;
