import { type FenceShape, holdsAt, isInFence, MOST_FENCES } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { keptRecords, plansNow } from '#domains/drivers';
import { namesOfPathsAndStops } from '#domains/lookups';
import type { DeviceEvent, StoredReport } from '../feeds/report.ts';
import type { Finding } from '../watch/watch.repo.ts';
import {
  type FenceState,
  fenceRevision,
  fenceStatesOf,
  forgetFencesOf,
  holdFences,
  type RuleRow,
  rules,
  shapeOf,
  shapes,
  storeFenceStates,
} from './fences.repo.ts';

/** A rule with its shape. */
type Fence = RuleRow & { name: string; key: string; shape: FenceShape };

/** Names are the same whatever their case and spaces. */
const keyOf = (name: string): string => name.toUpperCase().replaceAll(' ', '');

let read: { revision: string; fences: readonly Fence[] } | null = null;

/** The rules in force with their shapes, read anew after each change of them. */
const activeFences = async (tx: Tx): Promise<readonly Fence[]> => {
  const revision = await fenceRevision(tx);
  if (read?.revision === revision) return read.fences;
  const names = await namesOfPathsAndStops(tx, MOST_FENCES);
  const byId = new Map((await shapes(tx)).map((row) => [row.id, row]));
  const fences = (await rules(tx)).flatMap((rule): Fence[] => {
    const row = byId.get(rule.shape_id);
    if (!row || !rule.is_active) return [];
    const name = (row.path_id === null ? names.stop.get(row.stop_id ?? '') : names.path.get(row.path_id)) ?? '';
    return [{ ...rule, name, key: keyOf(name), shape: shapeOf(row) }];
  });
  read = { revision, fences };
  return fences;
};

/** A car with a tracker; `isNew` where it was fitted since the last report. */
type Car = { driverId: string; state: { device_id: string; fitted_at: Date; fix_at: Date } };

const isNew = ({ state }: Car): boolean => state.fix_at.getTime() === state.fitted_at.getTime();

const NONE = { report: () => [], event: () => [], store: async () => undefined };

type FenceWatch = {
  report: (car: Car, report: StoredReport) => Finding[];
  event: (car: Car, event: DeviceEvent) => Finding[];
  /** Stores what is known since. */
  store: (tx: Tx) => Promise<void>;
};

/** Holds reports of cars, and Traccar's words, against the rules about paths and stops. */
export const fenceWatch = async (tx: Tx, cars: readonly Car[], now: Date): Promise<FenceWatch> => {
  if (cars.length > 0) await holdFences(tx);
  const fences = cars.length === 0 ? [] : await activeFences(tx);
  if (fences.length === 0) return NONE;
  await forgetFencesOf(
    tx,
    cars.filter(isNew).map(({ state }) => state.device_id),
  );
  const plans = fences.some(({ plan }) => plan !== null)
    ? await plansNow(
        tx,
        cars.map(({ driverId }) => driverId),
        now,
      )
    : new Map<string, string>();
  // A rule for a car whose record was merged since holds for the record that stays.
  const named = fences.flatMap(({ driver_id }) => driver_id ?? []);
  const kept = named.length > 0 ? await keptRecords(tx, named) : new Map<string, string>();
  const ids = cars.map(({ state }) => state.device_id);
  const states = new Map((await fenceStatesOf(tx, ids)).map((one) => [`${one.device_id} ${one.rule_id}`, one]));
  const changed = new Map<string, FenceState>();

  const concerns = ({ plan, driver_id }: Fence, driverId: string): boolean =>
    (plan === null || plans.get(driverId) === plan) &&
    (driver_id === null || (kept.get(driver_id) ?? driver_id) === driverId);

  /** Takes in where a car is by a rule, and gives the breach that begins. */
  const take = (car: Car, fence: Fence, is: { isOutside: boolean | null; byTraccar: boolean; at: Date }): Finding[] => {
    const { isOutside, byTraccar, at } = is;
    const key = `${car.state.device_id} ${fence.id}`;
    const before = states.get(key);
    const isBroken = isOutside !== null && isOutside === (fence.must === 'stay_in') && holdsAt(fence, at);
    const after: FenceState = {
      ...{ device_id: car.state.device_id, rule_id: fence.id, is_outside: isOutside },
      ...{ is_by_traccar: byTraccar, is_noted: isBroken },
      changed_at: before && before.is_outside === isOutside ? before.changed_at : at,
    };
    const isSame =
      before?.is_outside === isOutside && before.is_by_traccar === byTraccar && before.is_noted === isBroken;
    if (isSame) return [];
    states.set(key, after);
    changed.set(key, after);
    if (!isBroken || before?.is_noted) return [];
    const rule = { id: fence.id, name: fence.name, must: fence.must };
    const of = { device_id: car.state.device_id, driver_id: car.driverId, kind: 'fence' as const, rule, since: at };
    return [{ ...of, last_report_at: at, due_by: null, interval_seconds: null, battery_percent: null }];
  };

  return {
    report: (car, report) =>
      fences.flatMap((fence) => {
        if (!concerns(fence, car.driverId)) return [];
        const before = states.get(`${car.state.device_id} ${fence.id}`);
        const byTraccar = before?.is_by_traccar ?? false;
        const isOutside = byTraccar ? (before?.is_outside ?? null) : !isInFence(fence.shape, report);
        return take(car, fence, { isOutside, byTraccar, at: report.fixAt });
      }),
    event: (car, { type, geofence, at, isUnsure }) => {
      if (geofence === null || isUnsure || (type !== 'geofenceEnter' && type !== 'geofenceExit')) return [];
      return fences.flatMap((fence) => {
        if (fence.key !== keyOf(geofence) || !concerns(fence, car.driverId)) return [];
        const before = states.get(`${car.state.device_id} ${fence.id}`);
        // The server's own word is of the newest fix; an older event says nothing new.
        if (at < (before?.is_by_traccar ? before.changed_at : car.state.fix_at)) return [];
        return take(car, fence, { isOutside: type === 'geofenceExit', byTraccar: true, at });
      });
    },
    store: (into) =>
      storeFenceStates(
        into,
        [...changed.values()].sort(
          (a, b) => Number(BigInt(a.device_id) - BigInt(b.device_id)) || Number(BigInt(a.rule_id) - BigInt(b.rule_id)),
        ),
      ),
  };
};
