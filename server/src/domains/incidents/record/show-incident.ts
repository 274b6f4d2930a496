import { type BloodGroup, holds, type IncidentRecord, type IncidentStep, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { trackersById } from '#domains/devices';
import { presentedDriver, recordAndMerged } from '#domains/drivers';
import { debtsOfDrivers } from '#domains/payments';
import { notePlaceLook, placeOfCar, pointsOfCar } from '#domains/tracking';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck } from '#lib/values.ts';
import { presentOnBoard } from '../board/show-board.ts';
import { cardOfDriver, scansOfIncident } from '../cards/crash-cards.repo.ts';
import { presentScans } from '../cards/keep-card.ts';
import { earlierIncidents, type Incident, incidentById, stepsOf } from '../incidents.repo.ts';
import { placesByTrust } from '../places/trusted-place.ts';
import { openShifts } from '../shifts/shifts.repo.ts';
import { presentQueue } from '../strangers/answer-queue.ts';
import { presentDispatches } from '../teams/show-teams.ts';
import type { IncidentStaff } from './list-incidents.ts';
import { photosOfSteps } from './photos.repo.ts';

/** How long before now the shown way of the car begins. */
const TRAIL_MS = 30 * 60_000;
const MOST_POINTS = 300;

type Asking = { id: string; by: Caller; now: Date };

const driverOf = async (db: Db, id: string, { by, now }: Asking): Promise<IncidentRecord['driver']> => {
  const driver = await presentedDriver(db, id);
  if (!driver) return null;
  const { photo, mobile_number, removed_at, plans } = driver;
  const debts = holds(by, 'payments.read') ? await debtsOfDrivers(db, [id], now) : null;
  return {
    photo: holds(by, 'drivers.read') ? photo : null,
    ...{ mobile_number, is_removed: removed_at !== null },
    plan: plans.findLast(({ from }) => from <= today(now))?.plan ?? null,
    owed: debts?.get(id)?.owed ?? null,
  };
};

const kinOf = async (db: Db, driverId: string) => {
  const driver = await presentedDriver(db, driverId);
  if (!driver || driver.next_of_kin === '') return null;
  const { next_of_kin: name, kin_mobile_number: mobile_number, kin_relationship: relationship } = driver;
  return { name, mobile_number, relationship };
};

const NOTHING_KNOWN = { kin: null, blood_group: null, trail: [], is_moving: null, speed_kmh: null };

/** Kin, places and the car's way, for those who may see them. */
const privateOf = async (db: Db, incident: Incident, now: Date): Promise<IncidentRecord['private']> => {
  const { driver_id } = incident;
  if (driver_id === null) return { ...NOTHING_KNOWN, places: await placesByTrust(db, incident, null) };
  const records = await recordAndMerged(db, driver_id);
  const { place, spans } = await placeOfCar(db, records);
  const from = new Date(now.getTime() - TRAIL_MS);
  const points = await pointsOfCar(db, spans, { from, until: now, most: MOST_POINTS });
  return {
    kin: await kinOf(db, driver_id),
    blood_group: ((await cardOfDriver(db, records))?.blood_group ?? null) as BloodGroup | null,
    places: await placesByTrust(db, incident, place),
    trail: points.map(({ latitude, longitude, fix_at }) => [latitude, longitude, fix_at.toISOString()]),
    is_moving: place?.is_moving ?? null,
    speed_kmh: place?.speed_kmh ?? null,
  };
};

const presentSteps = async (db: Db, incidentId: string, { named }: IncidentStaff): Promise<IncidentStep[]> => {
  const steps = await stepsOf(db, incidentId);
  const people = await named(db, pluck(steps, 'actor_id'));
  const photos = await photosOfSteps(db, incidentId);
  return steps.map(({ id, at, what, actor_id, words }) => ({
    ...{ id, at: at.toISOString(), what, words, photo: photos.get(id) ?? null },
    actor: actor_id === null ? '' : (people.get(actor_id)?.fullname ?? ''),
  }));
};

const NOBODY = { earlier: [], falseAlarms: 0 };

/** An incident with all that an answer needs; null where there is none. */
const showIncidentTo = async (db: Db, asking: Asking, staff: IncidentStaff): Promise<IncidentRecord | null> => {
  const { id, by, now } = asking;
  const incident = await incidentById(db, id);
  const shifts = await openShifts(db);
  const [row] = incident ? await presentOnBoard([incident], db, { by, now, shifts, staff }) : [];
  if (!incident || !row) return null;
  const { driver_id } = row;
  const records = driver_id === null ? [] : await recordAndMerged(db, driver_id);
  const { earlier, falseAlarms } = driver_id === null ? NOBODY : await earlierIncidents(db, records, incident);
  const first = incident.duplicate_of === null ? undefined : await incidentById(db, incident.duplicate_of);
  const tracker = incident.device_id === null ? undefined : (await trackersById(db, [incident.device_id])).values();
  return {
    ...row,
    at: now.toISOString(),
    ...{ caller_name: incident.caller_name, caller_phone: incident.caller_phone },
    driver: driver_id === null ? null : await driverOf(db, driver_id, asking),
    private: holds(by, 'incidents.private') ? await privateOf(db, { ...incident, driver_id }, now) : null,
    dispatches: await presentDispatches(db, id, { by, staff }),
    queue: incident.is_queue ? await presentQueue(db, id, staff) : [],
    duplicate_of: first ? { id: first.id, number: first.number } : null,
    earlier: earlier.map(withIsoDates),
    earlier_false_alarms: falseAlarms,
    imei: tracker?.next().value?.imei ?? '',
    scans: await presentScans(db, driver_id === null ? [] : await scansOfIncident(db, id, records), staff),
    steps: await presentSteps(db, id, staff),
  };
};

/**
 * An incident for somebody who looks; null where there is none. A look at kin and places is noted
 * before it is answered.
 */
export const lookAtIncident = async (
  db: Db,
  asking: Asking,
  { staff, notes }: { staff: IncidentStaff; notes: LateNotes },
): Promise<IncidentRecord | null> => {
  const incident = await showIncidentTo(db, asking, staff);
  const { by, now } = asking;
  if (incident?.private && incident.driver_id !== null) await notePlaceLook(notes, { id: incident.driver_id, by, now });
  return incident;
};
