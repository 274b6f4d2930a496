import { useEffect, useRef, useState } from 'react';
import { useSite } from '~/components/site/site-info.ts';
import { LoadError } from '~/components/trouble/states.tsx';
import { CALL_MS, withTimeout } from '~/lib/api/time-limit.ts';
import type { DrawnMap, Ground, Outline } from './draw-map.ts';
import styles from './map-demo.module.css';
import outline from './outline.geojson?url';

/** Grey shapes in place of content that is loading. */
function Skeleton() {
  return (
    <div className={`stack ${styles.skeleton}`} role="status">
      <span className="visually-hidden">Loading...</span>
      <span style={{ height: '2.25rem' }} />
      <span />
      <span />
      <span style={{ width: '60%' }} />
    </div>
  );
}

/** Coasts and borders for a map without tiles, from our own server. Rejects without network. */
const readOutline = (given: AbortSignal): Promise<Outline> =>
  withTimeout(
    CALL_MS,
    async (signal) => {
      const response = await fetch(outline, { signal });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return response.json();
    },
    given,
  );

const tell = (points: number, joined: boolean): string => {
  if (points === 0) return 'Click the map to set a flag.';
  const flags = points === 1 ? '1 flag' : `${points} flags`;
  return joined
    ? `${flags}, joined by a line.`
    : `${flags}. Double-click a flag to join them, right-click one to start again.`;
};

/** The map demo: flags at clicks, a red line at a double-click, a fresh start at a right-click. */
export default function MapDemo() {
  const host = useRef<HTMLDivElement>(null);
  const map = useRef<DrawnMap>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'missing'>('loading');
  const ready = state === 'ready';
  const [flags, setFlags] = useState({ points: 0, joined: false });
  const { base_map } = useSite();

  useEffect(() => {
    const gone = new AbortController();
    const draw = async () => {
      const ground = async (): Promise<Ground> =>
        base_map ? { tiles: base_map } : { outline: await readOutline(gone.signal) };
      // Leaflet needs a browser, and is too heavy for pages without a map.
      const [{ drawMap }, background] = await Promise.all([import('./draw-map.ts'), ground()]);
      if (gone.signal.aborted || !host.current) return;
      map.current = drawMap(host.current, background, (points, joined) => setFlags({ points, joined }));
      setState('ready');
    };
    draw().catch(() => {
      if (!gone.signal.aborted) setState('missing');
    });
    return () => {
      gone.abort();
      map.current?.remove();
      map.current = undefined;
      setState('loading');
      setFlags({ points: 0, joined: false });
    };
  }, [base_map]);

  return (
    <section className={styles.page}>
      <div className={`row ${styles.bar}`}>
        <h1>Map</h1>
        <p role="status">{state !== 'missing' && tell(flags.points, flags.joined)}</p>
        <div className="row tight">
          <button type="button" className="button" disabled={!ready} onClick={() => map.current?.flagAtCentre()}>
            Flag the centre
          </button>
          <button
            type="button"
            className="button quiet"
            disabled={flags.points < 2}
            onClick={() => map.current?.drawLine()}
          >
            Draw the line
          </button>
          <button
            type="button"
            className="button quiet"
            disabled={flags.points === 0}
            onClick={() => map.current?.reset()}
          >
            Start again
          </button>
        </div>
        <noscript>
          <p>The map needs JavaScript.</p>
        </noscript>
      </div>
      <div className={styles.frame}>
        {state === 'loading' && <Skeleton />}
        {state === 'missing' && (
          <div className={styles.missing}>
            {/* Reloads: some browsers never ask again for a file that a page failed to load. */}
            <LoadError
              message="The map could not be loaded. Check your connection and try again."
              onRetry={() => window.location.reload()}
            />
          </div>
        )}
        <div
          ref={host}
          hidden={state === 'missing'}
          className={styles.map}
          role="application"
          aria-label="Map of Ghana and the Gulf of Guinea"
        />
      </div>
    </section>
  );
}
