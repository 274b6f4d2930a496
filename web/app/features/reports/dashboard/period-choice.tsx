import styles from './dashboard.module.css';
import { PERIODS, type Period, usePeriod } from './periods.ts';

/** Chooses the days whose money is shown. */
export function PeriodChoice() {
  const [period, setPeriod] = usePeriod();
  return (
    <fieldset className={styles.periods}>
      <legend className="visually-hidden">Money received</legend>
      {Object.entries(PERIODS).map(([name, label]) => (
        <button key={name} type="button" aria-pressed={name === period} onClick={() => setPeriod(name as Period)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
