import {
  addDays,
  formatInstant,
  getOwnCarPlace,
  getOwnTrail,
  type OwnCarPlace,
  spanText,
  type Trail,
  today,
} from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { useRecord } from '~/components/record/record-page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { read } from '~/lib/api/query-client.ts';
import { cutWords } from '../cut-words.ts';
import styles from '../one-car.module.css';
import { PlaceInWords } from '../place-in-words.tsx';

const OneCarMap = lazy(() => import('../one-car.tsx').then((m) => ({ default: m.OneCarMap })));

/** Milliseconds between two looks at the place. */
const REFRESH_MS = 15_000;

function Stolen({ stolen }: { stolen: NonNullable<OwnCarPlace['stolen']> }) {
  return (
    <section className={styles.alert} aria-labelledby="stolen-title">
      <h2 id="stolen-title">Your car is declared stolen</h2>
      <p>
        Since {formatInstant(stolen.declared_at)}. Last seen: {stolen.last_seen}. We search for it. If you have it back,
        please call us.
      </p>
      {stolen.shares.length > 0 && (
        <>
          <p>These people can see where it is, or could:</p>
          <ul className="ruled" aria-label="Links to your car">
            {stolen.shares.map(({ made_for, made_at, ends_at, is_open, openings, last_opened_at }) => (
              <li key={made_at}>
                <strong>{made_for}</strong>, {is_open ? `until ${formatInstant(ends_at)}` : 'not any more'}.{' '}
                {last_opened_at === null
                  ? 'Not opened yet.'
                  : `Opened ${openings === 1 ? 'once' : `${openings} times`}, last ${formatInstant(last_opened_at)}.`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The place as far as it is known, in a sentence or two. */
function WhereItIs({ car }: { car: OwnCarPlace }) {
  const { place, fitted_at, silent_minutes, at } = car;
  if (fitted_at === null) {
    return (
      <>
        <p>
          <strong>No tracker is in this car.</strong>
        </p>
        <p>
          So we cannot see where it is, nor hear its panic button. Please bring the car to our office to have one
          fitted: <Link to="/contact">call us or write to us</Link> first.
        </p>
      </>
    );
  }
  if (place === null) {
    return (
      <p>
        Your tracker was fitted on {formatInstant(fitted_at)} and has not reported yet. If the car has been driven
        since, please <Link to="/contact">tell us</Link>.
      </p>
    );
  }
  const isSilent = Date.parse(at) - Date.parse(place.received_at) > silent_minutes * 60_000;
  return (
    <>
      {isSilent && (
        <p className={styles.alert}>
          <strong>Your tracker has not reported since {formatInstant(place.received_at)}.</strong> The car may stand
          where there is no network. If it was driven since, please <Link to="/contact">tell us</Link>.
        </p>
      )}
      <PlaceInWords place={place} silentMinutes={silent_minutes} at={at} />
    </>
  );
}

const totalsOf = ({ distance_m, stops, top_speed_kmh }: Trail): string =>
  [
    `${(distance_m / 1000).toFixed(1)} km`,
    stops.length === 1 ? '1 stop' : `${stops.length} stops`,
    `top speed ${Math.round(top_speed_kmh)} km/h`,
  ].join(', ');

function TrailInWords({ trail }: { trail: Trail }) {
  if (trail.places.length === 0) return <p>There are no reports of that day.</p>;
  return (
    <>
      <p>
        <strong>{totalsOf(trail)}</strong>
      </p>
      {trail.cut_at && <p>{cutWords(trail.cut_at)}</p>}
      {trail.stops.length > 0 && (
        <details>
          <summary>When it stood</summary>
          <ol className="ruled" aria-label="Stops">
            {trail.stops.map(({ from, until }) => (
              <li key={from}>
                {from.slice(11, 16)} to {until.slice(11, 16)}, {spanText(Date.parse(until) - Date.parse(from))}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

const DAYS = ['Today', 'Yesterday'] as const;

/** Where one of the member's cars is and was, and who viewed that. */
export function OwnCarScreen() {
  const code = useSearchParams()[0].get('driver_code');
  const [back, setBack] = useState<0 | 1>(0);
  const own = code === null ? {} : { driver_code: code };
  const { data: car, instead } = useRecord('your car', {
    ...read(getOwnCarPlace, { query: own }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const day = addDays(today(), -back);
  const {
    data: trail,
    error,
    refetch,
  } = useQuery({ ...read(getOwnTrail, { query: { ...own, day } }), staleTime: 60_000, enabled: car !== undefined });
  if (!car) return instead;
  const hasMap = car.place !== null || (trail?.places.length ?? 0) > 0;
  return (
    <Page title={car.car_number} lead={car.driver_code}>
      <div className="stack">
        {car.stolen && <Stolen stolen={car.stolen} />}
        <section className="stack close" aria-labelledby="place-title">
          <h2 id="place-title">Where it is</h2>
          <WhereItIs car={car} />
        </section>
        <section className="stack close" aria-labelledby="trail-title">
          <h2 id="trail-title">Where it was</h2>
          <div className="row tight">
            {DAYS.map((label, days) => (
              <button
                key={label}
                type="button"
                className={back === days ? 'button' : 'button quiet'}
                aria-pressed={back === days}
                onClick={() => setBack(days === 0 ? 0 : 1)}
              >
                {label}
              </button>
            ))}
          </div>
          {error && !trail && <LoadError message={error.message} onRetry={refetch} />}
          {trail && <TrailInWords trail={trail} />}
        </section>
        {hasMap && (
          <Suspense fallback={<div className={styles.map} />}>
            <OneCarMap
              key={back}
              label={`Map of ${car.car_number}`}
              car={car.car_number}
              silentMinutes={car.silent_minutes}
              at={car.at}
              place={car.place}
              trail={trail?.places ?? []}
              fits={back === 1}
              {...(trail && { stops: trail.stops })}
            />
          </Suspense>
        )}
        <section className="stack close" aria-labelledby="looks-title">
          <h2 id="looks-title">Who viewed it</h2>
          <p>Our staff who viewed where this car is or was (one entry an hour each).</p>
          {car.looks.length === 0 ? (
            <p>Nobody yet.</p>
          ) : (
            <ul className="ruled" aria-label="Views by our staff">
              {car.looks.map(({ who, looked_at }) => (
                <li key={`${who} ${looked_at}`}>
                  {who}, {formatInstant(looked_at)}
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Page>
  );
}
