import { createStore, del, set, values } from 'idb-keyval';
import { DAY_MS } from '../browser-storage.ts';

/** The two facts by which a caller without a session is known. */
export type CallerCar = { driver_code: string; car_number: string };

/** Where the phone is, as the contract takes it. */
export type PhonePlace = { latitude: number; longitude: number; accuracy_m: number; at: string };

/** A call for help on this phone. Its secret makes sending it again harmless. */
export type KeptCall = {
  secret: string;
  /** By this phone's clock. */
  pressed_at: string;
  /** Null for a signed-in member whose car number this phone has not learnt yet. */
  car: CallerCar | null;
  place?: PhonePlace;
  battery_percent?: number;
  /** The caller said to be safe, and the server may not know yet. */
  is_safe?: true;
  /** `sent` is a confirmed call, which stays so that the page can follow it. */
  state: 'waiting' | 'sent' | 'refused';
  /** The server's sentence of a refusal. */
  message?: string;
};

/** The name of the browser's background sync. */
export const SOS_SYNC = 'sos';

/** The server takes no older call, and a phone may be shared. */
const KEPT_CALL_MS = DAY_MS;

// Opened at first use, because the build has no database.
let opened: ReturnType<typeof createStore> | undefined;
const store = () => {
  opened ??= createStore('banbo-sos', 'calls');
  return opened;
};

/** Stores a call, or its new state. Rejects if the device forbids storing. */
export const keepCall = (call: KeptCall): Promise<void> => set(call.secret, call, store());

export const dropCall = ({ secret }: Pick<KeptCall, 'secret'>): Promise<void> => del(secret, store());

const isOver = ({ pressed_at }: KeptCall, now: Date): boolean =>
  !(now.getTime() - Date.parse(pressed_at) < KEPT_CALL_MS);

/** The calls of the last day, the newest first; older ones are deleted. */
export const listCalls = async (now = new Date()): Promise<KeptCall[]> => {
  const calls = await values<KeptCall>(store());
  for (const call of calls) if (isOver(call, now)) await dropCall(call);
  return calls.filter((call) => !isOver(call, now)).sort((a, b) => b.pressed_at.localeCompare(a.pressed_at));
};

/** A confirmed call without the facts that the server has now. */
export const sentCall = ({ secret, pressed_at, car }: KeptCall): KeptCall => ({
  ...{ secret, pressed_at, car },
  state: 'sent',
});
