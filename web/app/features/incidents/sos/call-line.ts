import type { SosState } from '@banbo/contract';
import { wakeWhenOnline } from '~/lib/offline/background-sync.ts';
import { randomSecret } from '~/lib/random-secret.ts';
import { sharedValue } from '~/lib/shared-value.ts';
import {
  type CallerCar,
  dropCall,
  type KeptCall,
  keepCall,
  listCalls,
  type PhonePlace,
  SOS_SYNC,
  sentCall,
} from '~/lib/sos/kept-call.ts';
import { postCall, postFollow, type SosOutcome, type Unsent } from '~/lib/sos/post-call.ts';
import { batteryPercent, type GpsState, isNews, mayWatchPlaces, watchPlaces } from './places.ts';

/** The call on this phone as the page shows it. */
export type LineView = {
  call: KeptCall | null;
  /** The server's last answer; null before it has the call. */
  state: SosState | null;
  /** When the server was last heard, in ms on this phone's clock. */
  heardAt: number | null;
  /** Why the last try failed. */
  trouble: Unsent | null;
  /** The server's final refusal, after which nothing is tried. */
  refused: string | null;
  gps: GpsState;
  /** Within how many metres the phone knows its place. */
  accuracy: number | null;
};

const NOTHING: LineView = {
  ...{ call: null, state: null, heardAt: null, trouble: null, refused: null },
  ...{ gps: 'off', accuracy: null },
};

const LOOK_MS = 4_000;
const SOON_MS = 1_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 10_000;
/** Between two places: each costs the phone battery and the office a line. */
const PLACE_MS = 5_000;

/** Storing must never hold up a call, nor fail it: the device may forbid it. */
const storing = { last: Promise.resolve() };
const inOrder = (work: () => Promise<void>): void => {
  storing.last = storing.last.then(work).catch(() => undefined);
};

const isVisible = (): boolean => document.visibilityState === 'visible';

type Deps = {
  /** The session's token; it is needed for a caller whose car is not known here. */
  token: (isNeeded: boolean) => Promise<string | null>;
  /** Called once when the server has the call. */
  onSent: (car: CallerCar | null) => void;
};

/**
 * The line between this phone and the office: sends a call until the server has it, then follows it
 * and gives newer places until it has ended.
 */
export const createCallLine = ({ token, onSent }: Deps) => {
  const view = sharedValue<LineView>(NOTHING);
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | null = null;
  let failures = 0;
  let stopPlaces: (() => void) | null = null;
  let newest: PhonePlace | null = null;
  let known: PhonePlace | null = null;
  let knownAt = 0;
  let battery: number | undefined;

  const show = (change: Partial<LineView>): void => view.set({ ...view.get(), ...change });

  const setCall = (call: KeptCall): void => {
    show({ call });
    inOrder(() => keepCall(call));
  };

  const isPlaceDue = (): boolean => newest !== null && newest !== known && isNews(known, newest);

  const plan = (ms: number | null): void => {
    clearTimeout(timer);
    if (!isClosed && ms !== null) timer = setTimeout(() => void next(), ms);
  };

  const untilRetry = ({ state }: KeptCall, { waitMs = 0 }: Unsent): number => {
    const retry = Math.min(FIRST_RETRY_MS * 1.5 ** (failures - 1), LONGEST_RETRY_MS);
    return Math.max(waitMs, state === 'sent' ? LOOK_MS : 0, retry);
  };

  /** Null where nothing is to be said and nobody looks: the page asks again when it is seen. */
  const untilLook = (call: KeptCall): number | null => {
    if (call.is_safe) return SOON_MS;
    const untilPlace = isPlaceDue() ? Math.max(0, knownAt + PLACE_MS - Date.now()) : null;
    return isVisible() ? Math.min(LOOK_MS, untilPlace ?? LOOK_MS) : untilPlace;
  };

  const planNext = (): void => {
    const { call, trouble } = view.get();
    if (call) plan(trouble ? untilRetry(call, trouble) : untilLook(call));
  };

  const hangUp = (): void => {
    clearTimeout(timer);
    stopPlaces?.();
    stopPlaces = null;
  };

  const drop = ({ secret }: KeptCall, change: Partial<LineView>): void => {
    hangUp();
    inOrder(() => dropCall({ secret }));
    show({ call: null, trouble: null, ...change });
  };

  const heard = (call: KeptCall, state: SosState): void => {
    failures = 0;
    // The caller may have said to be safe while this answer was on its way.
    const isSafe = view.get().call?.is_safe && !state.is_safe_noted;
    show({ state, heardAt: Date.now(), trouble: null, refused: null });
    if (call.state !== 'sent') onSent(call.car);
    if (state.status === 'ended') drop(call, { state });
    else if (call.state !== 'sent' || Boolean(call.is_safe) !== Boolean(isSafe))
      setCall({ ...sentCall(call), ...(isSafe && { is_safe: true }) });
  };

  const take = (call: KeptCall, outcome: SosOutcome): void => {
    if (outcome.kind === 'answered') heard(call, outcome.state);
    else if (outcome.kind === 'refused') drop(call, { state: null, refused: outcome.message });
    else {
      failures += 1;
      show({ trouble: outcome });
    }
  };

  const send = async (call: KeptCall, place: PhonePlace | null, stop: AbortSignal): Promise<SosOutcome> => {
    const facts = { ...(place && { place }), ...(battery !== undefined && { battery_percent: battery }) };
    if (call.state === 'sent')
      return postFollow(call.secret, { ...(place && facts), ...(call.is_safe && { is_safe: true }) }, stop);
    return postCall({ ...call, ...facts }, { token: await token(call.car === null), stop });
  };

  const next = async (): Promise<void> => {
    clearTimeout(timer);
    const { call } = view.get();
    if (!call || running || isClosed) return;
    const mine = new AbortController();
    running = mine;
    const place = call.state !== 'sent' || (isPlaceDue() && Date.now() >= knownAt + PLACE_MS) ? newest : null;
    const outcome = await send(call, place, mine.signal);
    if (running !== mine) return;
    running = null;
    if (outcome.kind === 'answered' && place) [known, knownAt] = [place, Date.now()];
    take(call, outcome);
    if (mine.signal.aborted) void next();
    else planNext();
  };

  const onPlace = (place: PhonePlace): void => {
    if (newest !== null && !isNews(newest, place)) return;
    newest = place;
    show({ accuracy: Math.round(place.accuracy_m) });
    const { call, trouble } = view.get();
    if (!call) return;
    if (call.state === 'waiting') setCall({ ...call, place });
    else if (!running && !trouble) planNext();
  };

  const watch = (): void => {
    stopPlaces ??= watchPlaces({ onPlace, onState: (gps) => show({ gps }) });
  };

  const follow = (call: KeptCall): void => {
    show({ call });
    // First of all, so that nothing in the phone can hold it up.
    void next();
    watch();
    void batteryPercent().then((percent) => {
      battery = percent;
    });
  };

  return {
    view,
    /** Takes up the call that this phone has from before, and looks for the place if it may. */
    resume: async (): Promise<void> => {
      isClosed = false;
      const held = view.get().call;
      if (held) return follow(held);
      const calls = await listCalls().catch(() => []);
      const open = calls.find(({ state }) => state !== 'refused');
      for (const one of calls) if (one.state === 'refused') inOrder(() => dropCall(one));
      if (isClosed || view.get().call) return;
      if (open) return follow(open);
      const refused = calls[0]?.message;
      if (refused !== undefined) show({ refused });
      if ((await mayWatchPlaces()) && !isClosed) watch();
    },
    /** Calls for help. It is stored and sent at once; place and battery follow. */
    press: (car: CallerCar | null): void => {
      const call: KeptCall = { secret: randomSecret(), pressed_at: new Date().toISOString(), car, state: 'waiting' };
      failures = 0;
      known = null;
      knownAt = 0;
      show({ state: null, heardAt: null, trouble: null, refused: null });
      inOrder(() => keepCall(call));
      follow(call);
      void wakeWhenOnline(SOS_SYNC).catch(() => undefined);
      // Asks the browser to keep the data; not awaited, since it may ask the person.
      void navigator.storage?.persist?.().catch(() => false);
    },
    /** Notes that the caller is safe, also of a call that is not sent yet. */
    sayBeingSafe: (): void => {
      const { call } = view.get();
      if (!call) return;
      setCall({ ...call, is_safe: true });
      if (!running) void next();
    },
    /** Tries at once, since the person looks. */
    look: (): void => void next(),
    /** Tries at once, since there is network again; a try on the former network is given up. */
    wake: (): void => {
      if (running) running.abort();
      else void next();
    },
    /** Puts an ended call away, so that the button is there again. */
    clear: (): void => show({ state: null, heardAt: null, refused: null }),
    close: (): void => {
      isClosed = true;
      hangUp();
      running?.abort();
      running = null;
    },
  };
};

export type CallLine = ReturnType<typeof createCallLine>;
