import {
  arrearsByAge,
  cashByClerk,
  clearanceFigures,
  getDashboard,
  getJustNow,
  getMissingLandPrices,
  getMissingPrices,
} from '@banbo/contract';
import { Box, Grid, Group, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import chips from '~/components/chips.module.css';
import { LoadError } from '~/components/trouble/states.tsx';
import { read, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import styles from './dashboard.module.css';

type Props = {
  title: string;
  aside?: ReactNode;
  span?: number;
  /** Fills the panel: until it has data, the panel says that it loads, or why it failed. */
  query?: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'refetch'>;
  children: ReactNode;
};

/** A part of the dashboard under its heading; `span` is its width in twelfths on large screens. */
export function Panel({ title, aside, span = 6, query, children }: Props) {
  const id = useId();
  return (
    <Grid.Col component="section" className="card" py="sm" span={{ base: 12, md: span }} aria-labelledby={id}>
      <Group align="baseline" justify="space-between" gap="xs" mb="sm">
        <Box component="h2" fz="md" id={id}>
          {title}
        </Box>
        {aside}
      </Group>
      {query?.error && !query.data && <LoadError message={query.error.message} onRetry={query.refetch} />}
      {query && !query.data && !query.error && <Waiting />}
      {children}
    </Grid.Col>
  );
}

/** A placeholder for figures that are loading. */
function Waiting() {
  return (
    <p className={styles.waiting}>
      <Skeleton component="span" display="block" w="5ch" h="0.8em" aria-hidden="true" />
      <span className="visually-hidden">Loading...</span>
    </p>
  );
}

// Live events refresh them; without the stream, coming back does.
const FRESH = { staleTime: 30_000 };

export const dashboardQuery = { ...read(getDashboard, {}), ...FRESH };
export const justNowQuery = { ...read(getJustNow, {}), ...FRESH };
export const casesQuery = { ...read(clearanceFigures, {}), ...FRESH };
/** A query of its own, since it is slow: it adds up every driver's debts. */
export const arrearsQuery = { ...read(arrearsByAge, {}), ...FRESH };

/** The cash of a day by clerk; no office has more clerks than a page has rows. */
export const cashQuery = (day: string) => ({ ...read(cashByClerk.page, { query: { day, size: 100 } }), ...FRESH });

export const missingPricesQuery = { ...read(getMissingPrices, {}), ...FRESH };
export const missingLandPricesQuery = { ...read(getMissingLandPrices, {}), ...FRESH };

/** Refreshes the dashboard on live events. Debts and cash change with money alone. */
export const useLiveDashboard = (): void => {
  useLive(['claims', 'payments', 'drivers', 'jobs', 'contact_messages', 'approvals', 'incidents'], () =>
    refresh('dashboard', 'clearance'),
  );
  useLive(['payments'], () => refresh('arrears', 'cash_by_day'));
  useLive(['prices'], () => refresh('missing_prices', 'missing_land_prices'));
};

/** The periods of the dashboard, as the address has them. */
export const PERIODS = { today: 'Today', month: 'This month', year: 'This year' } as const;
export type ShownPeriod = keyof typeof PERIODS;

const isPeriod = (text: string | null): text is ShownPeriod => text !== null && text in PERIODS;

/** The chosen period, kept in the address; the month by default. */
export const usePeriod = (): [ShownPeriod, (period: ShownPeriod) => void] => {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('period');
  return [isPeriod(asked) ? asked : 'month', (period) => setQuery({ period }, { replace: true })];
};

/** Chooses the period that the figures are of. */
export function PeriodChoice() {
  const [period, setPeriod] = usePeriod();
  return (
    <fieldset className={chips.chips} style={{ '--chips-below': '0' }}>
      <legend className="visually-hidden">Period</legend>
      {Object.entries(PERIODS).map(([name, label]) => (
        <button
          key={name}
          type="button"
          className={chips.chip}
          aria-pressed={name === period}
          onClick={() => setPeriod(name as ShownPeriod)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
