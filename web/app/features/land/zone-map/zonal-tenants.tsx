import { getZoneMap, listZones, PLOT_STATES, type PlotState } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BaseMap } from '~/components/map/base-map.tsx';
import mapPage from '~/components/map/map-page.module.css';
import { FitPlots, PlotMarks } from '~/components/map/plot-marks.tsx';
import { EmptyState, LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { PlotCard } from './plot-card.tsx';
import styles from './zonal-tenants.module.css';
import { PANEL_ID, ZonePanel } from './zone-panel.tsx';
import { plotsOfZone, type ZonePlot } from './zone-plots.ts';

/** Pixels that the panel covers on a large screen, and that panel and card cover together. */
const BESIDE_PANEL = { left: 350, top: 40, right: 60, bottom: 40 };
const BETWEEN = { ...BESIDE_PANEL, right: 350 };

const EVERY_STATE: ReadonlySet<PlotState> = new Set();
const NO_PLOTS: readonly ZonePlot[] = [];

const recordNumber = (text: string | null): string | null => (text && /^[1-9]\d{0,17}$/.test(text) ? text : null);

/** The zone and the chosen plot, which the address names, so that other pages lead to them. */
const useAddress = () => {
  const [address, setAddress] = useSearchParams();
  const set = useCallback(
    (zone: string | null, plot: string | null) =>
      setAddress(
        { ...(zone !== null && { zone }), ...(plot !== null && { plot }) },
        {
          replace: true,
          preventScrollReset: true,
        },
      ),
    [setAddress],
  );
  return { zone: recordNumber(address.get('zone')), plot: recordNumber(address.get('plot')), set };
};

function NoZones() {
  const { can } = useAbility();
  return (
    <EmptyState>
      <p>There are no zones yet. A zone holds the plots of a layout.</p>
      {can('land.setup') ? (
        <Link to="/land_zones">Add a zone</Link>
      ) : (
        <p>Somebody who sets up land adds the first one.</p>
      )}
    </EmptyState>
  );
}

/** Lies on the map of a zone that has nothing to draw. */
function NothingDrawn({ zone, hasPlots }: { zone: string; hasPlots: boolean }) {
  return (
    <div className={styles.note} role="status">
      <p>
        {hasPlots
          ? 'No plot of this zone has a boundary yet. Draw one, or paste a surveyor’s plan, on the plot’s own page.'
          : 'This zone has no plots yet.'}
      </p>
      <Link to={`/plots?zone=${zone}`}>Plots of the zone</Link>
    </div>
  );
}

/** The plots of a zone on a map by their state, with who holds them beside it. */
export function ZonalTenants() {
  const { zone: asked, plot: chosen, set } = useAddress();
  const [state, setState] = useState<PlotState | null>(null);
  const zones = useQuery(read(listZones, {}));
  const zone = (zones.data?.find(({ id }) => id === asked) ?? zones.data?.[0])?.id ?? '';
  const { data, error, refetch } = useQuery({
    ...read(getZoneMap, { query: { zone_id: zone } }),
    // The next look sees a change of a plot's state; it costs little where nothing changed.
    staleTime: 0,
    enabled: zone !== '',
  });
  const plots = useMemo(() => (data ? plotsOfZone(data) : NO_PLOTS), [data]);
  const faint = useMemo(
    () => (state === null ? EVERY_STATE : new Set(PLOT_STATES.filter((one) => one !== state))),
    [state],
  );
  const aimed = useMemo(() => plots.filter(({ id }) => id === chosen), [plots, chosen]);
  const choose = useCallback((id: string | null) => set(zone, id), [set, zone]);
  const ground = useRef<HTMLDivElement>(null);
  /** On a small screen the list stands below the map, which then is out of sight. */
  const chooseInList = useCallback(
    (id: string | null) => {
      choose(id);
      ground.current?.scrollIntoView({ block: 'nearest' });
    },
    [choose],
  );
  usePageKey(
    ['Escape'],
    () => {
      if (chosen === null) return false;
      choose(null);
      return true;
    },
    'Close the chosen plot',
  );

  if (zones.error && !zones.data)
    return <LoadError isPart message={zones.error.message} onRetry={() => void zones.refetch()} />;
  if (!zones.data) return <p role="status">Loading zones...</p>;
  if (zones.data.length === 0) return <NoZones />;
  return (
    <div className={mapPage.frame} data-chosen={chosen !== null || undefined}>
      <div ref={ground} className={`${mapPage.ground} ${styles.ground}`}>
        <BaseMap
          textId={PANEL_ID}
          label="Map of the zone’s plots. Arrow keys move it, plus and minus zoom; the list beside it says the same in words."
        >
          <FitPlots plots={plots} viewKey={data ? zone : null} covered={BESIDE_PANEL} />
          <PlotMarks plots={plots} chosen={chosen} faint={faint} onChoose={choose} />
          <FitPlots plots={aimed} viewKey={chosen} covered={BETWEEN} isGentle />
        </BaseMap>
        {data && plots.length === 0 && <NothingDrawn zone={zone} hasPlots={data.without_boundary > 0} />}
        {error && !data && (
          <div className={styles.note}>
            <LoadError isPart message={error.message} onRetry={() => void refetch()} />
          </div>
        )}
      </div>
      <ZonePanel
        zones={zones.data}
        zone={zone}
        onZone={(id) => set(id, null)}
        map={data ?? null}
        plots={plots}
        state={state}
        onState={setState}
        chosen={chosen}
        onChoose={chooseInList}
      />
      {chosen !== null && <PlotCard key={chosen} id={chosen} onClose={() => choose(null)} />}
    </div>
  );
}
