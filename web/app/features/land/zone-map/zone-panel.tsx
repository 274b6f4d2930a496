import { PLOT_STATE_LABELS, PLOT_STATES, type PlotState, shownName, type Zone, type ZoneMap } from '@banbo/contract';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '~/components/icon.tsx';
import mapPage from '~/components/map/map-page.module.css';
import { PlotStateMark } from '~/components/map/plot-state-mark.tsx';
import { count, counted } from '~/lib/counted.ts';
import { PlotLines, TenancyLines } from './zone-list.tsx';
import { countStates, findPlots, inOrder, type ZonePlot } from './zone-plots.ts';

/** The panel in the page, which is the map's text. */
export const PANEL_ID = 'plots-of-the-map';

type LegendProps = {
  plots: readonly ZonePlot[];
  state: PlotState | null;
  onState: (state: PlotState | null) => void;
};

/** The meaning of the fills, with the plots of each; pressing one shows these alone. */
function Legend({ plots, state, onState }: LegendProps) {
  const counts = useMemo(() => countStates(plots), [plots]);
  return (
    <Group gap={5} role="group" aria-label="States">
      <button type="button" className={mapPage.pill} aria-pressed={state === null} onClick={() => onState(null)}>
        All {count(plots.length)}
      </button>
      {PLOT_STATES.map((one) => (
        <button
          key={one}
          type="button"
          className={mapPage.pill}
          aria-pressed={state === one}
          onClick={() => onState(one === state ? null : one)}
        >
          <PlotStateMark state={one} /> {PLOT_STATE_LABELS[one]} {count(counts[one])}
        </button>
      ))}
    </Group>
  );
}

/** Plots that the map does not show, and why. */
function Missing({ map: { zone_id, without_boundary, left_out } }: { map: ZoneMap }) {
  if (without_boundary + left_out === 0) return null;
  return (
    <p className="soft">
      {without_boundary > 0 && `${counted(without_boundary, 'plot has', 'plots have')} no boundary yet. `}
      {left_out > 0 && `The map has no room for ${counted(left_out, 'more plot')}. `}
      <Link to={`/plots?zone=${zone_id}`}>All plots of the zone</Link>
    </p>
  );
}

type Props = {
  zones: readonly Zone[];
  zone: string;
  onZone: (id: string) => void;
  /** Null until it has been read. */
  map: ZoneMap | null;
  plots: readonly ZonePlot[];
  state: PlotState | null;
  onState: LegendProps['onState'];
  chosen: string | null;
  onChoose: (id: string) => void;
};

/** The zone beside its map: its legend, a search, and its tenancies or plots in words. */
export function ZonePanel({ zones, zone, onZone, map, plots, state, onState, chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [isOfPlots, setOfPlots] = useState(false);
  const isListed = isOfPlots || typed.trim() !== '' || state !== null;
  const found = useMemo(() => {
    if (!isListed) return [];
    return findPlots(inOrder(state === null ? plots : plots.filter((plot) => plot.state === state)), typed);
  }, [plots, state, typed, isListed]);
  return (
    <section id={PANEL_ID} className={`${mapPage.panel} ${mapPage.list}`} aria-label="Zone">
      <NativeSelect
        aria-label="Zone"
        data={zones.map(({ id, zone: label }) => ({ value: id, label: shownName(label) }))}
        value={zone}
        onChange={(event) => {
          setTyped('');
          onZone(event.currentTarget.value);
        }}
      />
      <TextInput
        type="search"
        aria-label="Find a plot"
        placeholder="Plot number, or block and number"
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first && typed.trim() !== '') onChoose(first.id);
        }}
      />
      <Legend plots={plots} state={state} onState={onState} />
      {map && <Missing map={map} />}
      <Group gap={5} role="group" aria-label="List">
        <button
          type="button"
          className={mapPage.pill}
          aria-pressed={!isListed}
          onClick={() => {
            setOfPlots(false);
            setTyped('');
            onState(null);
          }}
        >
          Tenants
        </button>
        <button type="button" className={mapPage.pill} aria-pressed={isListed} onClick={() => setOfPlots(true)}>
          Plots
        </button>
      </Group>
      {isListed ? (
        map && <PlotLines plots={found} chosen={chosen} onChoose={onChoose} />
      ) : (
        <TenancyLines key={zone} zone={zone} chosen={chosen} onChoose={onChoose} />
      )}
    </section>
  );
}
