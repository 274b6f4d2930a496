import { formatDay, PLOT_STATE_LABELS, shownName, tenancyList } from '@banbo/contract';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import mapPage from '~/components/map/map-page.module.css';
import { PlotStateMark } from '~/components/map/plot-state-mark.tsx';
import { ListTrouble } from '~/components/trouble/states.tsx';
import { callList } from '~/lib/api/api.ts';
import { keyOf } from '~/lib/api/query-client.ts';
import { count, counted } from '~/lib/counted.ts';
import { inWords, type ZonePlot } from './zone-plots.ts';

/** Lines of a page of either list. */
const A_PAGE = 50;

type PagesProps = { page: number; of: number; isCut?: boolean; onPage: (page: number) => void };

function Pages({ page, of, isCut = false, onPage }: PagesProps) {
  if (of <= A_PAGE) return null;
  const last = Math.ceil(of / A_PAGE);
  return (
    <Group component="nav" justify="space-between" gap="xs" fz="xs" aria-label="Pages of the list" wrap="nowrap">
      <Button size="compact-sm" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        {(page - 1) * A_PAGE + 1}–{Math.min(of, page * A_PAGE)} of {count(of)}
        {isCut && ' or more'}
      </span>
      <Button size="compact-sm" variant="default" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}

/** Moves among the lines of a list by the arrow keys. */
const stepByKey = (event: KeyboardEvent<HTMLUListElement>): void => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const lines = [...event.currentTarget.querySelectorAll('button')];
  const at = lines.indexOf(event.target as HTMLButtonElement);
  if (by === 0 || at < 0) return;
  event.preventDefault();
  lines[Math.min(lines.length - 1, Math.max(0, at + by))]?.focus();
};

type ChoiceProps = { chosen: string | null; onChoose: (id: string) => void };

const currentOf = (zone: string, page: number) => {
  const input = { query: { zone, state: 'current', page, size: A_PAGE } } as const;
  return queryOptions({
    queryKey: keyOf(tenancyList.page, input),
    queryFn: ({ signal }) => callList(tenancyList.page, { ...input, signal }),
    placeholderData: keepPreviousData,
  });
};

/** The zone's current tenancies, the newest first: the map in words. */
export function TenancyLines({ zone, chosen, onChoose }: ChoiceProps & { zone: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(currentOf(zone, page));
  if (error && !data) return <ListTrouble message={error.message} onRetry={() => void refetch()} />;
  if (data?.rows.length === 0) return <p className="soft">Nobody holds a plot of this zone yet.</p>;
  return (
    <>
      <ul className={mapPage.lines} aria-label="Current tenancies" onKeyDown={stepByKey}>
        {data?.rows.map(({ id, plot_id, block, plot_number, fullname, tenant_code, ends_on }) => (
          <li key={id}>
            <button
              type="button"
              className={mapPage.line}
              aria-current={plot_id === chosen || undefined}
              onClick={() => onChoose(plot_id)}
            >
              <strong>{inWords({ block, name: plot_number })}</strong>
              <span>{shownName(fullname)}</span>
              <span className={mapPage.who}>
                {tenant_code} · until {formatDay(ends_on)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Pages page={page} of={data?.count ?? 0} isCut={data?.isCut ?? false} onPage={setPage} />
      <Link to={`/tenancies?zone=${zone}&state=current`}>These tenancies as a table</Link>
    </>
  );
}

/** The plots of the map that were searched for, or that are in the state looked for. */
export function PlotLines({ plots, chosen, onChoose }: ChoiceProps & { plots: readonly ZonePlot[] }) {
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, Math.max(1, Math.ceil(plots.length / A_PAGE)));
  const said = `${counted(plots.length, 'plot')} found`;
  if (plots.length === 0)
    return (
      <p className="soft" role="status">
        No plot on the map matches.
      </p>
    );
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <ul className={mapPage.lines} aria-label="Plots" onKeyDown={stepByKey}>
        {plots.slice((page - 1) * A_PAGE, page * A_PAGE).map((plot) => (
          <li key={plot.id}>
            <button
              type="button"
              className={mapPage.line}
              aria-current={plot.id === chosen || undefined}
              onClick={() => onChoose(plot.id)}
            >
              <strong>{inWords(plot)}</strong>
              <span>
                <span className={mapPage.state} data-state={plot.state}>
                  <PlotStateMark state={plot.state} />
                  {PLOT_STATE_LABELS[plot.state]}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Pages page={page} of={plots.length} onPage={setPage} />
    </>
  );
}
