import type { PublicSite } from '@banbo/contract';
import ghana from '@banbo/contract/ghana.geojson?url';
import type L from 'leaflet';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useSite } from '~/components/site/site-info.ts';
import { LoadError } from '~/components/trouble/states.tsx';
import { CALL_MS, withTimeout } from '~/lib/api/time-limit.ts';
import styles from './base-map.module.css';
import type { DotLayer } from './dot-layer.ts';
import type { BaseGround, FirstView } from './leaflet-kit.ts';
import type { PlotLayer } from './plot-layer.ts';

type Kit = typeof import('./leaflet-kit.ts');

/** A map that is drawn, with Leaflet and the layers of this folder, which come with it. */
export type MapHandle = { map: L.Map; kit: Kit; newDots: () => DotLayer; newPlots: () => PlotLayer };

const Handle = createContext<MapHandle | null>(null);

/** The map that a component within a `BaseMap` draws on. */
export const useMapHandle = (): MapHandle => {
  const handle = useContext(Handle);
  if (handle === null) throw new Error('There is no map around this.');
  return handle;
};

/** Greater Accra. */
export const ACCRA: FirstView = { center: [5.62, -0.19], zoom: 11 };

/** Rejects without network. */
const readGhana = (given: AbortSignal): Promise<Extract<BaseGround, { kind: 'outline' }>['outline']> =>
  withTimeout(
    CALL_MS,
    async (signal) => {
      const response = await fetch(ghana, { signal });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return response.json();
    },
    given,
  );

const groundOf = async ({ base_map, has_map_file }: PublicSite, signal: AbortSignal): Promise<BaseGround> => {
  if (base_map) return { kind: 'tiles', ...base_map };
  if (has_map_file) {
    const { MAP_FILE_URL, readMapFile } = await import('./map-file.ts');
    return { kind: 'file', url: MAP_FILE_URL, layerOf: await readMapFile() };
  }
  return { kind: 'outline', outline: await readGhana(signal) };
};

type Props = {
  /** The map's name for screen readers. */
  label: string;
  /** The id of the element that says in words what the map shows. */
  textId?: string;
  /** The first view; Greater Accra when absent. Later values are ignored: move `map` itself. */
  view?: FirstView;
  /** Layers such as `TrailLayer` or `CarMarks`, which draw by `useMapHandle` once it is ready. */
  children?: ReactNode;
};

/**
 * A map with the company's tiles, the server's map file or Ghana's outline. It fills the element
 * around it, which needs a height and `position: relative`. Leaflet is fetched when it is mounted.
 */
export function BaseMap({ label, textId, view = ACCRA, children }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const first = useRef(view);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [isMissing, setMissing] = useState(false);
  const site = useSite();
  const ground = useRef(site);
  ground.current = site;
  const key = `${site.base_map?.url ?? ''} ${site.has_map_file ?? ''}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the settings read
  useEffect(() => {
    const gone = new AbortController();
    let made: L.Map | undefined;
    let watch: ResizeObserver | undefined;
    const draw = async (): Promise<void> => {
      const [kit, under] = await Promise.all([import('./leaflet-kit.ts'), groundOf(ground.current, gone.signal)]);
      const element = host.current;
      if (gone.signal.aborted || !element) return;
      const map = kit.makeMap(element, under, first.current);
      made = map;
      // A map that is hidden meanwhile keeps its view.
      watch = new ResizeObserver(() => void (element.clientHeight > 0 && map.invalidateSize()));
      watch.observe(element);
      setHandle({ map, kit, newDots: () => new kit.DotLayer(), newPlots: () => new kit.PlotLayer() });
    };
    draw().catch(() => {
      if (!gone.signal.aborted) setMissing(true);
    });
    return () => {
      gone.abort();
      watch?.disconnect();
      setHandle(null);
      made?.remove();
    };
  }, [key]);

  return (
    <div className={styles.frame} data-map={handle ? 'ready' : 'loading'}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Leaflet moves the map by arrow keys */}
      <div ref={host} className={styles.map} role="application" aria-label={label} aria-details={textId} tabIndex={0} />
      {!handle && !isMissing && (
        <p className={styles.note} role="status">
          Loading the map...
        </p>
      )}
      {isMissing && (
        <div className={styles.note}>
          {/* Reloads: some browsers never ask again for a file that a page failed to load. */}
          <LoadError
            message="The map could not be loaded. Check your connection and try again."
            onRetry={() => window.location.reload()}
          />
        </div>
      )}
      {handle && <Handle value={handle}>{children}</Handle>}
    </div>
  );
}
