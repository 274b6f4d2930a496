import { CAVEAT_KIND_LABELS, deletePlot, NOT_TITLE, type PlotRecord, shownPlotName, showPlot } from '@banbo/contract';
import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { BaseMap } from '~/components/map/base-map.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { DeleteAction } from '~/components/record/record-actions.tsx';
import { RecordPage } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { PlotSlip } from '../papers/plot-slip.tsx';
import { LastPayments } from '../payments/last-payments.tsx';
import { BoundaryLayer } from './boundary-layer.tsx';
import styles from './land-plots.module.css';
import { OVERLAPS_ID, OverlapsNote } from './overlaps-note.tsx';
import { CasesOfPlot, CaveatsOfPlot } from './plot-caveats.tsx';
import { ApplicationsOfPlot, HoldersOfPlot, LandFacts, TenancyOfPlot } from './plot-parts.tsx';
import { PlotStateBadge } from './plot-table.tsx';
import { SitePlanOfPlot } from './site-plan.tsx';

type Props = { plot: PlotRecord };

function PlotTitle({ plot }: Props) {
  return (
    <Group component="span" gap="xs">
      {shownPlotName(plot)}
      {plot.caveats.length === 0 && <PlotStateBadge state={plot.state} />}
      {plot.caveats.map(({ id, kind, suit_number }) => (
        <StatusBadge key={id} tone="bad">
          {[CAVEAT_KIND_LABELS[kind], suit_number].filter(Boolean).join(': ')}
        </StatusBadge>
      ))}
    </Group>
  );
}

function PlotMap({ plot }: Props) {
  const { boundary, plot_number, neighbours, overlaps, id, version } = plot;
  if (boundary === null) return <p className="note">The office has no boundary of this plot yet.</p>;
  return (
    <>
      <div className={styles.ground}>
        <BaseMap label={`Map of ${shownPlotName(plot)}`} {...(overlaps.length > 0 && { textId: OVERLAPS_ID })}>
          <BoundaryLayer
            ring={boundary}
            name={plot_number}
            neighbours={neighbours}
            overlaps={overlaps}
            viewKey={`${id} ${version}`}
          />
        </BaseMap>
      </div>
      {plot.far_from_zone && <p className="note">{plot.far_from_zone}</p>}
      <OverlapsNote around={plot} name={(other) => <Link to={`/plots/${other.id}`}>{shownPlotName(other)}</Link>} />
    </>
  );
}

/** Deletes a plot that nothing is recorded of. */
function RemovePlot({ plot }: Props) {
  const navigate = useNavigate();
  const { id, holders, applications, caveats } = plot;
  const isUsed = holders.length + applications.length + caveats.length > 0;
  if (isUsed) return null;
  return (
    <Group gap="sm">
      <DeleteAction
        title={`Delete ${shownPlotName(plot)}?`}
        remove={async () => {
          const answer = await change(deletePlot, { params: { id } });
          await navigate('/plots', { replace: true });
          return answer;
        }}
      >
        <p>Its boundary and its site plan go with it.</p>
      </DeleteAction>
    </Group>
  );
}

/** A plot on the map, with its tenancy, applications and who held it. */
export function PlotPage({ id }: { id: string }) {
  const { can } = useAbility();
  return (
    <RecordPage
      of="plot"
      query={{ ...read(showPlot, { params: { id } }), staleTime: 0 }}
      all={{ to: '/plots', label: 'All plots' }}
      title={(plot) => <PlotTitle plot={plot} />}
      actions={
        can('land.write') && (
          <Button component={Link} to={`/edit_plot/${id}`} variant="default">
            Edit
          </Button>
        )
      }
    >
      {(plot) => (
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="sm">
              <PlotMap key={plot.id} plot={plot} />
              <LandFacts plot={plot} />
              <SitePlanOfPlot plot={plot} />
              {can('land.write') && <RemovePlot plot={plot} />}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="sm">
              <CaveatsOfPlot plot={plot} />
              <TenancyOfPlot plot={plot} />
              <LastPayments payer={{ plot_id: plot.id }} />
              <ApplicationsOfPlot plot={plot} />
              <CasesOfPlot plot={plot} />
              <HoldersOfPlot plot={plot} />
              {can('land.write') && <PlotSlip key={plot.id} id={plot.id} name={shownPlotName(plot)} />}
              <Text c="dimmed" fz="sm">
                {NOT_TITLE}
              </Text>
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </RecordPage>
  );
}
