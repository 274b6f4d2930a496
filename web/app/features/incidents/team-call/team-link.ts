import {
  type changeTeamCall,
  type openTeamCall,
  SOS_SECRET_LENGTH,
  type SosPlace,
  TEAM_LINK_TAKEN,
  type TeamCall,
} from '@banbo/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import { randomSecret } from '~/lib/random-secret.ts';

const OPEN: Address<typeof openTeamCall> = { method: 'POST', url: '/team_call', access: 'public' };
const CHANGE: Address<typeof changeTeamCall> = { method: 'POST', url: '/team_call/change', access: 'public' };

/** Milliseconds between two signs to the office. */
const SIGN_MS = 5_000;
/** Milliseconds of failed signs after which the page says that the office does not hear it. */
export const UNHEARD_MS = 20_000;

const KEY = 'banbo-team-phone';

/** The secret by which this phone names itself; without storage it lasts for the page. */
const phoneSecret = (): string => {
  const fresh = randomSecret();
  try {
    const kept = localStorage.getItem(KEY);
    if (kept?.length === SOS_SECRET_LENGTH) return kept;
    localStorage.setItem(KEY, fresh);
  } catch {
    // The browser may forbid storing.
  }
  return fresh;
};

export type TeamWord = 'accept' | 'arrive' | 'finish';

/** Why the office could not be told; null once it was. */
export type TeamAnswer = { refusal: string | null };

type Shown = {
  call: TeamCall | null;
  /** Why the link shows nothing any more. */
  ended: { says: string; isTaken: boolean } | null;
  /** When the office last answered. */
  heardAt: number | null;
  trouble: string | null;
};

const isTaken = ({ status, message }: ApiError): boolean => status === 409 && message === TEAM_LINK_TAKEN;

const endOf = (error: unknown): Shown['ended'] => {
  if (!(error instanceof ApiError)) return null;
  return error.status === 404 || isTaken(error) ? { says: error.message, isTaken: isTaken(error) } : null;
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The server cannot be reached.';

/** The newest place of the phone, once its owner allows it; asked for when `isWanted`. */
const usePlace = (isWanted: boolean) => {
  const place = useRef<SosPlace | null>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const { geolocation } = navigator as Partial<Navigator>;
    if (!isWanted || !geolocation) return;
    const id = geolocation.watchPosition(
      ({ coords, timestamp }) => {
        setRefused(false);
        place.current = {
          ...{ latitude: coords.latitude, longitude: coords.longitude, accuracy_m: coords.accuracy },
          at: new Date(timestamp).toISOString(),
        };
      },
      () => setRefused(true),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    return () => geolocation.clearWatch(id);
  }, [isWanted]);
  return { place, isRefused: refused };
};

/** A team's call by its link's secret, with a sign of the team again and again until its end. */
export const useTeamCall = (token: string) => {
  const [shown, setShown] = useState<Shown>({ call: null, ended: null, heardAt: null, trouble: null });
  const phone = useRef('');
  const isOver = useRef(false);
  const newest = useRef('');
  const isOut = shown.call !== null && shown.call.status !== 'sent' && shown.call.status !== 'done';
  const { place, isRefused } = usePlace(isOut);

  const take = useCallback((next: TeamCall): void => {
    // A sign that was under way during a change may be answered after it.
    if (next.at < newest.current) return;
    newest.current = next.at;
    isOver.current = next.status === 'done';
    setShown({ call: next, ended: null, heardAt: Date.now(), trouble: null });
  }, []);
  const fail = useCallback((error: unknown): void => {
    // A sign that was under way while the team was done finds the link dead, which is no news.
    if (isOver.current) return;
    const ended = endOf(error);
    isOver.current = ended !== null;
    if (ended) setShown({ call: null, ended, heardAt: null, trouble: null });
    else setShown((before) => ({ ...before, trouble: messageOf(error) }));
  }, []);
  const bodyOf = useCallback(() => {
    phone.current ||= phoneSecret();
    return { token, phone: phone.current, ...(place.current && { place: place.current }) };
  }, [token, place]);

  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sign = async (): Promise<void> => {
      if (isOver.current) return;
      try {
        take(await call<typeof openTeamCall>(OPEN, { body: bodyOf(), signal: gone.signal }));
      } catch (error) {
        if (gone.signal.aborted) return;
        fail(error);
      }
      if (!gone.signal.aborted) timer = setTimeout(sign, SIGN_MS);
    };
    void sign();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [take, fail, bodyOf]);

  /** Tells the office what the team does. */
  const tell = async (change: TeamWord, words: string): Promise<TeamAnswer> => {
    try {
      const body = { ...bodyOf(), change, ...(words.trim() !== '' && { words }) };
      take(await call<typeof changeTeamCall>(CHANGE, { body }));
      return { refusal: null };
    } catch (error) {
      fail(error);
      return { refusal: messageOf(error) };
    }
  };
  return { ...shown, tell, isRefused };
};
