import {
  CAVEAT_KIND_LABELS,
  formatDay,
  LAND_USE_LABELS,
  NOT_TITLE,
  OWNER_KIND_LABELS,
  PLOT_STATE_LABELS,
  type PlotRecord,
  shownName,
  showPlot,
} from '@banbo/contract';
import { ActionIcon, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '~/components/icon.tsx';
import mapPage from '~/components/map/map-page.module.css';
import { PlotStateMark } from '~/components/map/plot-state-mark.tsx';
import { type Fact, FactList } from '~/components/record/fact-list.tsx';
import { isNotFound } from '~/lib/api/api.ts';
import { read } from '~/lib/api/query-client.ts';
import { TenantCode } from '../tenants/tenant-code.tsx';

const decimals = (value: number, most: number): string => value.toLocaleString('en', { maximumFractionDigits: most });

const sizeOf = ({ acres, hectares }: PlotRecord): string =>
  acres === null || hectares === null ? '' : `${decimals(acres, 2)} acres, ${decimals(hectares, 4)} ha`;

/** Many owners have their kind in their name, such as the Nungua Stool. */
const ownerOf = ({ owner_name, owner_kind }: PlotRecord): string => {
  const [name, kind] = [shownName(owner_name), OWNER_KIND_LABELS[owner_kind].toLowerCase()];
  return name.toLowerCase().includes(kind) ? name : `${name}, ${kind}`;
};

/** A plot that is blocked or applied for says by what. */
const concerns = ({ caveats, applications }: PlotRecord): Fact[] => [
  ...caveats.map(
    ({ kind, suit_number, placed_on }): Fact => [
      CAVEAT_KIND_LABELS[kind],
      [suit_number, `since ${formatDay(placed_on)}`].filter(Boolean).join(', '),
    ],
  ),
  ...applications.map(
    ({ id, number, due_on }): Fact => [
      'Application',
      <span key={id}>
        <Link to={`/applications/${id}`}>{number}</Link>, due {formatDay(due_on)}
      </span>,
    ],
  ),
];

const factsOf = (plot: PlotRecord): Fact[] => {
  const { tenancy } = plot;
  const holder = tenancy && (
    <>
      <Link to={`/tenants/${tenancy.tenant_id}`}>{shownName(tenancy.tenant_name)}</Link>,{' '}
      <TenantCode code={tenancy.tenant_code} />
    </>
  );
  return [
    ['Block', plot.block],
    ['Use', LAND_USE_LABELS[plot.land_use]],
    ['Size', sizeOf(plot)],
    ['Owner', ownerOf(plot)],
    ['Tenant', holder ?? 'Nobody'],
    ...(tenancy ? [['Term ends', formatDay(tenancy.ends_on)] as const] : []),
    ...concerns(plot),
  ];
};

/** The chosen plot: what it is, who holds it, and the way to its record. */
export function PlotCard({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: plot, error } = useQuery(read(showPlot, { params: { id } }));
  return (
    <section className={`${mapPage.panel} ${mapPage.card}`} aria-label="Chosen plot">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="xs">
          <h2>{plot ? `Plot ${plot.plot_number}` : error ? 'Not in the register' : 'Loading...'}</h2>
          {plot && (
            <span className={mapPage.state} data-state={plot.state}>
              <PlotStateMark state={plot.state} />
              {PLOT_STATE_LABELS[plot.state]}
            </span>
          )}
        </Group>
        <ActionIcon variant="subtle" c="inherit" onClick={onClose}>
          <Icon name="cross" label="Close the plot" />
        </ActionIcon>
      </Group>
      {error && !plot && <p className="soft">{isNotFound(error) ? 'There is no such plot.' : error.message}</p>}
      {plot && (
        <>
          <FactList facts={factsOf(plot)} />
          {!plot.has_boundary && <p className="soft">It has no boundary yet, so that no map shows it.</p>}
          <p className="soft">{NOT_TITLE}</p>
          <Group gap="xs">
            <Button size="compact-sm" component={Link} to={`/plots/${id}`}>
              Open the plot
            </Button>
          </Group>
        </>
      )}
    </section>
  );
}
