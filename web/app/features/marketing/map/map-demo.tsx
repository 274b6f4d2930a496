import { useEffect, useRef, useState } from 'react';
import { useSite } from '~/components/site-info.ts';
import { Skeleton } from '~/components/site-skeleton.tsx';
import type { DrawnMap } from './draw-map.ts';
import styles from './map-demo.module.css';

const tell = (points: number, joined: boolean): string => {
  if (points === 0) return 'Click the map to set a flag.';
  const flags = points === 1 ? '1 flag' : `${points} flags`;
  return joined
    ? `${flags}, joined by a line.`
    : `${flags}. Double-click a flag to join them, right-click one to start again.`;
};

/** The map demo (SPEC §2.6): flags at clicks, a red line at a double-click, a fresh start at a right-click. */
export function MapDemo() {
  const host = useRef<HTMLDivElement>(null);
  const map = useRef<DrawnMap>(undefined);
  const [ready, setReady] = useState(false);
  const [flags, setFlags] = useState({ points: 0, joined: false });
  const { base_map } = useSite();

  useEffect(() => {
    let gone = false;
    // Leaflet needs a browser, and is too heavy for pages without a map.
    import('./draw-map.ts').then(({ drawMap }) => {
      if (gone || !host.current) return;
      map.current = drawMap(host.current, base_map, (points, joined) => setFlags({ points, joined }));
      setReady(true);
    });
    return () => {
      gone = true;
      map.current?.remove();
      map.current = undefined;
      setFlags({ points: 0, joined: false });
    };
  }, [base_map]);

  return (
    <section className={styles.page}>
      <div className={styles.bar}>
        <h1>Map</h1>
        <p role="status">{tell(flags.points, flags.joined)}</p>
        <div className={styles.buttons}>
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
        {!ready && <Skeleton />}
        <div ref={host} className={styles.map} role="application" aria-label="Map of Ghana and the Gulf of Guinea" />
      </div>
    </section>
  );
}
