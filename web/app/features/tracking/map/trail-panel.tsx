import { showTrail, spanText, type Trail, type TrailPlace, today } from '@banbo/contract';
import { ActionIcon, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { DateField } from '~/components/form/date-field.tsx';
import { Icon } from '~/components/icon.tsx';
import { useMapHandle } from '~/components/map/base-map.tsx';
import mapPage from '~/components/map/map-page.module.css';
import { type Edges, TrailLayer } from '~/components/map/trail-layer.tsx';
import { read } from '~/lib/api/query-client.ts';
import { cutWords } from '../cut-words.ts';
import { SpeedChart } from './speed-chart.tsx';
import styles from './tracker-map.module.css';
import { placeAt } from './trail-time.ts';

/** Pixels that list, card and day cover on a large screen, and the room of a trail elsewhere. */
const BETWEEN: Edges = { left: 350, top: 40, right: 320, bottom: 290 };
const AROUND: Edges = { left: 40, top: 50, right: 40, bottom: 40 };
const isWide = (map: { getSize: () => { x: number } }): boolean => map.getSize().x > 900;

const SPEEDS = [1, 8, 60] as const;
/** Milliseconds between two steps of a trail that plays. */
const STEP_MS = 100;

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
const saysDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

const totalsOf = ({ distance_m, stops, top_speed_kmh, moving_seconds }: Trail): string =>
  [
    `${(distance_m / 1000).toFixed(1)} km`,
    stops.length === 1 ? '1 stop' : `${stops.length} stops`,
    `top speed ${Math.round(top_speed_kmh)} km/h`,
    `${spanText(moving_seconds * 1000)} driving`,
  ].join(' · ');

type PlayerProps = { trail: Trail; places: readonly [TrailPlace, ...TrailPlace[]] };

/** A day's places with a slider, which also plays. */
function Player({ trail, places }: PlayerProps) {
  const { map } = useMapHandle();
  const [first, last] = [Date.parse(places[0].at), Date.parse(places.at(-1)?.at ?? places[0].at)];
  const [at, setAt] = useState(last);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number] | null>(null);
  useEffect(() => {
    if (speed === null) return;
    const timer = setInterval(() => setAt((before) => Math.min(last, before + STEP_MS * speed)), STEP_MS);
    return () => clearInterval(timer);
  }, [speed, last]);
  useEffect(() => {
    if (at >= last) setSpeed(null);
  }, [at, last]);
  const play = (chosen: (typeof SPEEDS)[number]): void => {
    if (at >= last) setAt(first);
    setSpeed(speed === chosen ? null : chosen);
  };
  const here = placeAt(places, at);
  const says = `${clock(at)}, ${Math.round(here.speed_kmh)} km/h`;
  return (
    <>
      <TrailLayer points={trail.places} stops={trail.stops} at={here} fits={isWide(map) ? BETWEEN : AROUND} />
      <SpeedChart places={places} at={at} onTime={setAt} />
      <Group gap="xs" className={styles.player}>
        <input
          type="range"
          className={styles.slider}
          aria-label="Time of the day"
          aria-valuetext={says}
          min={first}
          max={last}
          step={1000}
          value={at}
          onChange={(event) => setAt(Number(event.currentTarget.value))}
        />
        <output className={styles.clock}>{says}</output>
        <Group gap={4} wrap="nowrap" role="group" aria-label="Play">
          {SPEEDS.map((one) => (
            <button
              key={one}
              type="button"
              className={mapPage.pill}
              aria-pressed={speed === one}
              aria-label={speed === one ? 'Pause' : `Play ${one} times as fast`}
              onClick={() => play(one)}
            >
              {speed === one ? '❚❚' : `${one}×`}
            </button>
          ))}
        </Group>
      </Group>
      {trail.stops.length > 0 && (
        <ol className={styles.stops} aria-label="Stops">
          {trail.stops.map((stop, n) => (
            <li key={stop.from}>
              <button type="button" className={mapPage.pill} onClick={() => setAt(Date.parse(stop.from))}>
                {n + 1}. {stop.from.slice(11, 16)}, {spanText(Date.parse(stop.until) - Date.parse(stop.from))}
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

type Props = {
  id: string;
  name: string;
  /** The element that it stands in, beside the map whose layer it draws. */
  host: HTMLElement;
  onClose: () => void;
};

/** The trail of a car on a day below the map. */
export function TrailPanel({ id, name, host, onClose }: Props) {
  const [day, setDay] = useState(today());
  const {
    data: trail,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...read(showTrail, { params: { id }, query: { day } }),
    enabled: day !== '',
  });
  const [first, ...rest] = trail?.places ?? [];
  return createPortal(
    <section className={`${mapPage.panel} ${styles.trail}`} aria-label={`The day of ${name}`}>
      <Group justify="space-between" gap="xs" align="start">
        <div>
          <h2>
            {name}, {day === '' ? 'choose a day' : saysDay(day)}
          </h2>
          <p className="soft">This view is recorded. The member can see it.</p>
        </div>
        <Group gap="xs" wrap="nowrap">
          <DateField
            w="10.5rem"
            aria-label="Day of the trail"
            value={day}
            max={today()}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <ActionIcon variant="subtle" c="inherit" onClick={onClose}>
            <Icon name="cross" label="Close the day" />
          </ActionIcon>
        </Group>
      </Group>
      <div role="status">
        {!trail && isFetching && <p className="soft">Loading the day...</p>}
        {trail && <p className={styles.totals}>{first ? totalsOf(trail) : 'No report of this day.'}</p>}
        {trail?.cut_at && <p>{cutWords(trail.cut_at)}</p>}
      </div>
      {error && !trail && (
        <p className="problem small" role="alert">
          {error.message}{' '}
          <button type="button" className="text-button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {trail && first && <Player key={`${id} ${day}`} trail={trail} places={[first, ...rest]} />}
    </section>,
    host,
  );
}
