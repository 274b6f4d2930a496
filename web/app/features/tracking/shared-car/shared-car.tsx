import { formatInstant, formatPhone, type openSharedCar, type SharedCar } from '@banbo/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSite } from '~/components/site/site-info.ts';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import { useHashSecret } from '~/lib/use-hash-secret.ts';
import styles from '../one-car.module.css';
import { PlaceInWords } from '../place-in-words.tsx';

const OPEN: Address<typeof openSharedCar> = { method: 'POST', url: '/shared_car', access: 'public' };
const OneCarMap = lazy(() => import('../one-car.tsx').then((m) => ({ default: m.OneCarMap })));

/** Milliseconds between two looks. */
const LOOK_MS = 5_000;

type Shown = { car: SharedCar | null; ended: string | null; trouble: string | null };
const NOTHING: Shown = { car: null, ended: null, trouble: null };

const isEnded = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** The car behind a link's secret, read again and again until the link has ended. */
const useSharedCar = (token: string): Shown => {
  const [shown, setShown] = useState<Shown>(NOTHING);
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let trail: SharedCar['trail'] = [];
    const look = async (): Promise<void> => {
      const since = trail.at(-1)?.[2];
      try {
        const body = { token, ...(since !== undefined && { since }) };
        const car = await call<typeof openSharedCar>(OPEN, { body, signal: gone.signal });
        trail = [...trail, ...car.trail];
        setShown({ car: { ...car, trail }, ended: null, trouble: null });
      } catch (error) {
        if (gone.signal.aborted) return;
        const message = error instanceof Error ? error.message : 'The server cannot be reached.';
        if (isEnded(error)) return setShown({ car: null, ended: message, trouble: null });
        setShown((before) => ({ ...before, trouble: message }));
      }
      if (!gone.signal.aborted) timer = setTimeout(look, LOOK_MS);
    };
    void look();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [token]);
  return shown;
};

function Car({ car, trouble }: { car: SharedCar; trouble: string | null }) {
  const { place, trail, at, car_number } = car;
  const points = trail.map(([latitude, longitude]) => ({ latitude, longitude }));
  return (
    <>
      <h1>{car_number}</h1>
      <p className={styles.alert}>
        <strong>Declared stolen</strong> on {formatInstant(car.declared_at)}. Last seen: {car.last_seen}
      </p>
      {trouble !== null && <p role="status">{trouble} Trying again…</p>}
      {!car.has_tracker && <p>No tracker is in this car now.</p>}
      {car.has_tracker && place === null && <p>The tracker has not reported yet.</p>}
      {place && <PlaceInWords place={place} silentMinutes={car.silent_minutes} at={at} />}
      {(place || points.length > 0) && (
        <Suspense fallback={<div className={styles.map} />}>
          <OneCarMap
            label={`Map of ${car_number}`}
            car={car_number}
            silentMinutes={car.silent_minutes}
            at={at}
            place={place}
            trail={points}
          />
        </Suspense>
      )}
      <p className="muted">
        This page shows the car until {formatInstant(car.ends_at)} and looks every 5 seconds. Every opening is kept with
        its time and address. Please do not pass the link on.
      </p>
    </>
  );
}

function Ended({ message }: { message: string }) {
  return (
    <>
      <h1>Not shown any more</h1>
      <p>{message}</p>
    </>
  );
}

function Shared({ token }: { token: string }) {
  const { car, ended, trouble } = useSharedCar(token);
  const { company_name, mobile_numbers } = useSite();
  const [phone] = mobile_numbers;
  return (
    <div className="stack page-width page-part" aria-live="off">
      {car && <Car car={car} trouble={trouble} />}
      {ended !== null && <Ended message={ended} />}
      {!car && ended === null && <p role="status">{trouble ?? 'Loading the car...'}</p>}
      {phone !== undefined && (
        <p>
          Questions? Call {company_name}: <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
        </p>
      )}
    </div>
  );
}

/** A stolen car by its link's secret. */
export function SharedCarPage() {
  const token = useHashSecret();
  return token === null ? null : <Shared key={token} token={token} />;
}
