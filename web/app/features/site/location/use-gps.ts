import { useCallback, useEffect, useState } from 'react';

export type GpsState = 'starting' | 'watching' | 'stopped' | 'denied' | 'unavailable' | 'missing';
export type Place = { latitude: number; longitude: number; accuracy: number };

const stateOf = ({ code }: GeolocationPositionError): GpsState => (code === 1 ? 'denied' : 'unavailable');

/** Watches the position from the first paint until it is stopped, anew at each start. Accuracy is in metres. */
export const useGps = () => {
  /** The number of the start, 0 when stopped. */
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
