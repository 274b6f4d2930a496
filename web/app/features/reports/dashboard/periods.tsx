import { useSearchParams } from 'react-router';
import chips from '~/components/chips.module.css';

/** The periods whose money is shown, as the address has them. */
export const PERIODS = { today: 'Today', month: 'This month', year: 'This year' } as const;
type Period = keyof typeof PERIODS;

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

/** Chooses the days whose money is shown. */
export function PeriodChoice() {
  const [period, setPeriod] = usePeriod();
  return (
    <fieldset className={chips.chips} style={{ '--chips-below': '0' }}>
      <legend className="visually-hidden">Money received</legend>
      {Object.entries(PERIODS).map(([name, label]) => (
        <button
          key={name}
          type="button"
          className={chips.chip}
          aria-pressed={name === period}
          onClick={() => setPeriod(name as Period)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
