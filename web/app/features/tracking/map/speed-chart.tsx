import type { TrailPlace } from '@banbo/contract';
import { useMemo } from 'react';
import styles from './tracker-map.module.css';

const WIDTH = 1000;
const HEIGHT = 100;
/** Of the scale's top where nothing was faster, in km/h. */
const LOWEST_TOP = 60;
/** Milliseconds without a report after which the line is broken. */
const GAP_MS = 10 * 60_000;

type Props = {
  places: readonly [TrailPlace, ...TrailPlace[]];
  /** Where the slider stands, in ms. */
  at: number;
  onTime: (at: number) => void;
};

/** The speeds of a day as a line over its hours; the slider beside it says the same in words. */
export function SpeedChart({ places, at, onTime }: Props) {
  const first = Date.parse(places[0].at);
  const span = Math.max(1, Date.parse(places.at(-1)?.at ?? places[0].at) - first);
  const { line, area, top } = useMemo(() => {
    const highest = Math.max(LOWEST_TOP, ...places.map(({ speed_kmh }) => speed_kmh));
    const points = places.map((place) => ({ ms: Date.parse(place.at), speed: place.speed_kmh }));
    const x = (ms: number): string => (((ms - first) / span) * WIDTH).toFixed(1);
    const y = (speed: number): string => (HEIGHT - (speed / highest) * (HEIGHT - 4)).toFixed(1);
    const steps = points.map(({ ms, speed }, n) => {
      const before = points[n - 1];
      if (!before) return `M${x(ms)} ${y(speed)}`;
      // A gap is drawn at the bottom: nothing is known of it.
      return ms - before.ms > GAP_MS
        ? `L${x(before.ms)} ${HEIGHT}L${x(ms)} ${HEIGHT}L${x(ms)} ${y(speed)}`
        : `L${x(ms)} ${y(speed)}`;
    });
    const drawn = steps.join('');
    return { line: drawn, area: `${drawn}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`, top: Math.round(highest) };
  }, [places, first, span]);
  const mark = ((at - first) / span) * WIDTH;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the slider beside it does the same by keys
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      className={styles.chart}
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        onTime(Math.round(first + ((event.clientX - left) / width) * span));
      }}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={area} className={styles.area} />
        <path d={line} className={styles.curve} />
        <path d={`M${mark} 0V${HEIGHT}`} className={styles.mark} />
      </svg>
      <span aria-hidden="true">{top} km/h</span>
    </div>
  );
}
