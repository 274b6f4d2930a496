import type { findAddress } from '@banbo/contract';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Address, call } from '~/lib/api/api.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { useRunOnce } from '~/lib/form/use-form.ts';
import { PageHead } from '../parts/section.tsx';
import sheet from '../parts/sheet.module.css';
import styles from './my-location.module.css';

type GpsState = 'starting' | 'watching' | 'stopped' | 'denied' | 'unavailable' | 'missing';
type Place = { latitude: number; longitude: number; accuracy: number };

const stateOf = ({ code }: GeolocationPositionError): GpsState => (code === 1 ? 'denied' : 'unavailable');

/** Watches the position from the first paint until stopped. Accuracy is in metres. */
const useGps = () => {
  /** Counts the starts; 0 when stopped. */
  const [started, setStarted] = useState(1);
  const [state, setState] = useState<GpsState>('starting');
  const [place, setPlace] = useState<Place>();

  useEffect(() => {
    if (!started) return;
    if (!('geolocation' in navigator)) return setState('missing');
    setState('starting');
    const id = navigator.geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setPlace({ latitude, longitude, accuracy });
        setState('watching');
      },
      (error) => setState(stateOf(error)),
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    return () => navigator.geolocation.clearWatch(id);
  }, [started]);

  const stop = useCallback(() => {
    setStarted(0);
    setState('stopped');
  }, []);
  const start = useCallback(() => setStarted((times) => times + 1), []);
  return { state, place, start, stop };
};

const FIND: Address<typeof findAddress> = { method: 'POST', url: '/geocode', access: 'public' };

const SAYS: Record<GpsState, string> = {
  starting: 'Looking for your position…',
  watching: 'GPS is on. The position follows you.',
  stopped: 'GPS is stopped.',
  denied:
    'You have not allowed this page to see your position. Allow “Location” for this site in your browser, then start again.',
  unavailable: 'Your phone has no GPS signal here. Go near a window or outside, then start again.',
  missing: 'This browser gives no GPS position. It needs a phone with GPS, and a page opened by https.',
};

/** Five decimals are about one metre. */
const degrees = (value: number | undefined) => value?.toFixed(5) ?? '–';

export default function MyLocation() {
  const { state, place, start, stop } = useGps();
  const [address, setAddress] = useState('');
  const { isBusy: asking, runOnce } = useRunOnce();

  const ask = async () => {
    if (!place) return;
    const { latitude, longitude } = place;
    try {
      const found = await call<typeof findAddress>(FIND, { body: { latitude, longitude } });
      setAddress(found.address);
    } catch (error) {
      setAddress(refusalOf(error, []).message);
    }
  };

  const point = `${degrees(place?.latitude)},${degrees(place?.longitude)}`;
  const running = state === 'starting' || state === 'watching';
  return (
    <>
      <PageHead
        title="Current Location"
        lead="Where your phone says you are. Nothing is sent until you ask for the address."
      />
      <div className={sheet.room}>
        <div className={`${sheet.sheet} ${sheet.alone} loose`}>
          <noscript>
            <p>This page needs JavaScript to read your position.</p>
          </noscript>
          <p className={styles.state} data-state={state} role="status">
            {SAYS[state]}
            {state === 'stopped' && place && ' This was your last position.'}
          </p>
          <dl className={`row loose ${styles.figures}`}>
            <div>
              <dt className="muted">Latitude</dt>
              <dd>{degrees(place?.latitude)}</dd>
            </div>
            <div>
              <dt className="muted">Longitude</dt>
              <dd>{degrees(place?.longitude)}</dd>
            </div>
            <div>
              <dt className="muted">Accuracy</dt>
              <dd>{place ? `${Math.round(place.accuracy)} m` : '–'}</dd>
            </div>
          </dl>
          <p className={`large ${styles.address}`} aria-live="polite">
            {address}
          </p>
          <div className="row">
            <button type="button" className="button" onClick={() => void runOnce(ask)} disabled={!place || asking}>
              {asking ? 'Asking…' : 'Get Driver Address'}
            </button>
            {running ? (
              <button type="button" className="button quiet" onClick={stop}>
                Stop GPS
              </button>
            ) : (
              <button type="button" className="button quiet" onClick={start} disabled={state === 'missing'}>
                Start GPS
              </button>
            )}
          </div>
          {place && (
            <Link to={`/whatsaap?message=${encodeURIComponent(`I am here: https://maps.google.com/?q=${point}`)}`}>
              Send this place in a message
            </Link>
          )}
        </div>
      </div>
    </>
  );
}
