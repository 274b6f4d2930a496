import { type openCrashCard, type ScannedCard, SOS_SECRET_LENGTH, type tellOfCrash } from '@banbo/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Address, ApiError, call } from '~/lib/api/api.ts';
import { randomSecret } from '~/lib/random-secret.ts';
import type { PhonePlace } from '~/lib/sos/kept-call.ts';
import { postFollow } from '~/lib/sos/post-call.ts';
import { type GpsState, isNews, watchPlaces } from '../sos/places.ts';

const OPEN: Address<typeof openCrashCard> = { method: 'POST', url: '/crash_card/open', access: 'public' };
const TELL: Address<typeof tellOfCrash> = { method: 'POST', url: '/crash_card/tell', access: 'public' };

/** Milliseconds between two looks, and between two tries to tell. */
const [LOOK_MS, RETRY_MS] = [5_000, 2_000];

/** The secret of this tab's scan: a reload is no second one. */
const secretOf = (code: string): string => {
  const fresh = randomSecret();
  const key = `banbo-card-${code}`;
  try {
    const kept = sessionStorage.getItem(key);
    if (kept?.length === SOS_SECRET_LENGTH) return kept;
    sessionStorage.setItem(key, fresh);
  } catch {
    // The browser may forbid storing.
  }
  return fresh;
};

type Said = { phone: string; words: string };
type Telling = Said & { pressed_at: string };

type Shown = {
  card: ScannedCard | null;
  /** The card is not in use. */
  refused: string | null;
  /** The office was not told, and is not told again until the button is pressed. */
  problem: string | null;
  /** Why the server was not reached at the last try. */
  trouble: string | null;
  isTelling: boolean;
  /** When the button was pressed, in ms on this phone's clock; null before that. */
  pressedAt: number | null;
  gps: GpsState;
};

const NOTHING: Shown = {
  ...{ card: null, refused: null, problem: null, trouble: null },
  ...{ isTelling: false, pressedAt: null, gps: 'off' },
};

/** When a call was raised, on this phone's clock, which need not be the server's. */
const pressedAtOf = ({ call }: ScannedCard): number | null =>
  call && Date.now() - (Date.parse(call.at) - Date.parse(call.raised_at));

const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);

/** The page of a scanned card: it tells the office, gives newer places, and follows the call. */
export const useScannedCard = (code: string) => {
  const [shown, setShown] = useState<Shown>(NOTHING);
  const telling = useRef<Telling | null>(null);
  const isCalled = useRef(false);
  const places = useRef<{ newest: PhonePlace | null; known: PhonePlace | null }>({ newest: null, known: null });
  const wake = useRef<() => void>(() => undefined);

  useEffect(() => {
    const gone = new AbortController();
    const page = { code, secret: secretOf(code) };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRunning = false;
    const show = (change: Partial<Shown>): void => setShown((before) => ({ ...before, ...change }));

    const ask = async (): Promise<ScannedCard> => {
      const { newest, known } = places.current;
      const said = telling.current;
      if (said) {
        const { pressed_at, ...words } = said;
        const filled = Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim() !== ''));
        const body = { ...page, pressed_at, ...filled, ...(newest && { place: newest }) };
        const card = await call<typeof tellOfCrash>(TELL, { body, signal: gone.signal });
        telling.current = null;
        places.current.known = newest;
        return card;
      }
      if (isCalled.current && newest !== null && newest !== known && isNews(known, newest)) {
        const outcome = await postFollow(page.secret, { place: newest }, gone.signal);
        if (outcome.kind === 'answered') places.current.known = newest;
      }
      return call<typeof openCrashCard>(OPEN, { body: page, signal: gone.signal });
    };

    const fail = (error: unknown): void => {
      const message = error instanceof Error ? error.message : 'The server cannot be reached.';
      if (error instanceof ApiError && error.status === 404) show({ refused: message, isTelling: false });
      else if (telling.current && isFinal(error)) {
        telling.current = null;
        show({ problem: message, isTelling: false, pressedAt: null });
      } else show({ trouble: message });
    };

    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (isRunning) return;
      isRunning = true;
      try {
        const card = await ask();
        isCalled.current = card.call !== null;
        const pressedAt = telling.current ? Date.parse(telling.current.pressed_at) : pressedAtOf(card);
        show({ card, pressedAt, trouble: null, isTelling: telling.current !== null });
      } catch (error) {
        if (gone.signal.aborted) return;
        fail(error);
      } finally {
        isRunning = false;
      }
      if (!gone.signal.aborted) timer = setTimeout(look, telling.current ? RETRY_MS : LOOK_MS);
    };
    wake.current = () => void look();
    void look();
    window.addEventListener('online', wake.current);
    return () => {
      gone.abort();
      clearTimeout(timer);
      window.removeEventListener('online', wake.current);
    };
  }, [code]);

  const isAsked = shown.isTelling || (shown.card?.call ?? null) !== null;
  useEffect(() => {
    if (!isAsked) return;
    return watchPlaces({
      onPlace: (place) => {
        places.current.newest = place;
      },
      onState: (gps) => setShown((before) => ({ ...before, gps })),
    });
  }, [isAsked]);

  /** Tells the office, again and again until it heard it. */
  const tell = useCallback((said: Said): void => {
    const now = new Date();
    telling.current = { ...said, pressed_at: now.toISOString() };
    setShown((before) => ({ ...before, problem: null, isTelling: true, pressedAt: now.getTime() }));
    wake.current();
  }, []);
  return { ...shown, tell };
};
