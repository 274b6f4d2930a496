import { arrearsByAge, clearanceFigures, getDashboard, getJustNow } from '@banbo/contract';
import { queryOptions } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useLive } from '~/lib/live/use-live.ts';
import { read, refresh } from '~/lib/query-client.ts';
import styles from './dashboard.module.css';

type Props = { title: string; aside?: ReactNode; isWide?: boolean; children: ReactNode };

/** A part of the dashboard under its heading. */
export function Panel({ title, aside, isWide = false, children }: Props) {
  const id = useId();
  return (
    <section className={styles.panel} data-wide={isWide || undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The place of figures that are on their way. */
export function Waiting() {
  return (
    <p className={styles.soft}>
      <span className={styles.waiting} aria-hidden="true" />
      <span className="visually-hidden">Loading...</span>
    </p>
  );
}

// They change by themselves while the stream is there; without it they are asked for anew when somebody comes back.
const FRESH = { staleTime: 30_000 };

export const dashboardQuery = queryOptions({
  ...read(getDashboard, {}),
  ...FRESH,
});

export const justNowQuery = queryOptions({
  ...read(getJustNow, {}),
  ...FRESH,
});

export const casesQuery = queryOptions({
  ...read(clearanceFigures, {}),
  ...FRESH,
});

/** Apart from the others: it goes through what every driver owes. */
export const arrearsQuery = queryOptions({
  ...read(arrearsByAge, {}),
  ...FRESH,
});

/** Keeps the dashboard as things are. Debts change with cleared money alone. */
export const useLiveDashboard = (): void => {
  useLive(['claims', 'payments', 'drivers', 'jobs', 'contact_messages'], () => refresh('dashboard', 'clearance'));
  useLive(['payments'], () => refresh('arrears'));
};
