import {
  type BoardIncident,
  type DriverText,
  fullName,
  type IncidentBoard,
  MOST_TEXTS_ON_BOARD,
  type OnShift,
  type ShiftHandover,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { ownersById } from '#domains/drivers';
import { newDriverTexts } from '#domains/messages';
import { presentOutage } from '#domains/tracking';
import type { Caller } from '#lib/caller.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { countOpen, figuresOfDay, type Incident, openIncidents } from '../incidents.repo.ts';
import { type IncidentStaff, presentIncidents } from '../record/list-incidents.ts';
import {
  countWatching,
  handoversSince,
  openShifts,
  ringsOf,
  type Shift,
  watchingSince,
} from '../shifts/shifts.repo.ts';
import { waitingIn } from '../strangers/queue.repo.ts';
import { openDispatches } from '../teams/dispatches.repo.ts';
import { newestNotes } from './handover.repo.ts';

type Rung = { shift_id: string; account_id: string; at: Date };

/**
 * True where an incident rings at a person's page: it is their turn or was, it rings everywhere, or
 * nobody at whom it rang looks at the board any more. One that waits in a queue never rings itself.
 */
export const ringsAt = (
  { status, rings_everywhere, queue_id }: Pick<Incident, 'status' | 'rings_everywhere' | 'queue_id'>,
  rung: readonly Rung[],
  { accountId, watching }: { accountId: string; watching: ReadonlySet<string> },
): boolean => {
  if (status !== 'raised' || queue_id !== null) return false;
  if (rings_everywhere || rung.some(({ account_id }) => account_id === accountId)) return true;
  return !rung.some(({ shift_id }) => watching.has(shift_id));
};

/** The shifts whose people look at the board. */
export const watchingIn = (shifts: readonly Shift[], now: Date): ReadonlySet<string> =>
  new Set(shifts.filter(({ seen_at }) => seen_at >= watchingSince(now)).map(({ id }) => id));

type Seeing = { by: Caller; now: Date };

/** Incidents as the board shows them. */
export const presentOnBoard = async (
  rows: readonly Incident[],
  db: Db,
  { by, now, shifts, staff }: Seeing & { shifts: readonly Shift[]; staff: IncidentStaff },
): Promise<BoardIncident[]> => {
  const shown = await presentIncidents(rows, db, staff);
  const rung = await ringsOf(db, pluck(rows, 'id'));
  const people = await staff.named(
    db,
    [...rung.values()].flat().map(({ account_id }) => account_id),
  );
  const watching = watchingIn(shifts, now);
  const out = await openDispatches(db, pluck(rows, 'id'));
  const waiting = await waitingIn(
    db,
    rows.filter(({ is_queue }) => is_queue).map(({ id }) => id),
  );
  return shown.map((row, n) => {
    const incident = rows[n] as Incident;
    const own = rung.get(row.id) ?? [];
    return {
      ...row,
      ...{ is_known: incident.is_known, place: incident.place },
      waiting: incident.is_queue ? (waiting.get(row.id) ?? 0) : null,
      rung: own.map(({ account_id, at }) => ({ name: people.get(account_id)?.fullname ?? '', at: at.toISOString() })),
      rings_here: ringsAt(incident, own, { accountId: by.accountId, watching }),
      passed_on_at: incident.ring_at?.toISOString() ?? null,
      teams: (out.get(row.id) ?? []).map(({ team, status, check_in_at, elsewhere }) => ({
        ...{ team, status, elsewhere, check_in_at: check_in_at.toISOString() },
      })),
      supervisors_told_at: incident.supervisors_told_at?.toISOString() ?? null,
    };
  });
};

const presentShifts = async (
  db: Db,
  shifts: readonly Shift[],
  { by, now, staff }: Seeing & { staff: IncidentStaff },
): Promise<OnShift[]> => {
  const people = await staff.named(db, pluck(shifts, 'account_id'));
  const watching = watchingIn(shifts, now);
  return shifts.map(({ id, account_id, started_at }) => ({
    id,
    name: people.get(account_id)?.fullname ?? '',
    started_at: started_at.toISOString(),
    is_watching: watching.has(id),
    is_own: account_id === by.accountId,
  }));
};

const HANDOVER_MS = 24 * 3_600_000;

/** Words of those who ended their shifts within a day. */
const presentHandovers = async (db: Db, now: Date, { named }: IncidentStaff): Promise<IncidentBoard['handovers']> => {
  const rows = await handoversSince(db, new Date(now.getTime() - HANDOVER_MS));
  const people = await named(db, pluck(rows, 'account_id'));
  return rows.map(({ id, account_id, ended_at, handover }) => ({
    ...{ id, name: people.get(account_id)?.fullname ?? '', words: handover },
    ended_at: (ended_at ?? now).toISOString(),
  }));
};

/** Texts of drivers that nobody has taken yet. */
const presentTexts = async (db: Db): Promise<DriverText[]> => {
  const rows = await newDriverTexts(db, MOST_TEXTS_ON_BOARD);
  const drivers = await ownersById(db, presentOf(pluck(rows, 'driver_id')));
  return rows.flatMap(({ id, driver_id, message, received_at }) => {
    const driver = drivers.get(driver_id ?? '');
    if (!driver) return [];
    const { car_number, mobile_number: phone } = driver;
    const words = { at: received_at.toISOString(), words: message };
    return [{ id, driver_id: driver.id, car_number, fullname: fullName(driver), phone, ...words }];
  });
};

/** How many incidents are open, without drills. */
export const countOpenIncidents = async (db: Db): Promise<number> => (await countOpen(db)).open;

/** How many incidents are open and not acknowledged, and how many people look at the board. */
export const figuresOfEmergencies = async (db: Db, now: Date) => ({
  ...(await countOpen(db)),
  watching: await countWatching(db, now),
});

/** How many incidents were raised on a day, and how many are open; drills are left out. */
export const incidentsOfDay = async (db: Db, day: string): Promise<{ raised: number; open: number }> => ({
  raised: (await figuresOfDay(db, day)).raised,
  open: (await countOpen(db)).open,
});

/** The open incidents, who is on shift, and the figures of today. */
export const showBoard = async (db: Db, { by, now }: Seeing, staff: IncidentStaff): Promise<IncidentBoard> => {
  const { shown, isCut } = await openIncidents(db);
  const shifts = await openShifts(db);
  return {
    at: now.toISOString(),
    incidents: await presentOnBoard(shown, db, { by, now, shifts, staff }),
    is_cut: isCut,
    feeds: await presentOutage(db),
    shifts: await presentShifts(db, shifts, { by, now, staff }),
    handovers: await presentHandovers(db, now, staff),
    texts: await presentTexts(db),
    today: await figuresOfDay(db, today(now)),
  };
};

/** The open incidents with their newest notes, who is on shift, and words of earlier shifts. */
export const showHandover = async (
  db: Db,
  asked: Parameters<typeof showBoard>[1],
  staff: IncidentStaff,
): Promise<ShiftHandover> => {
  const { at, is_cut, shifts, handovers, texts, incidents } = await showBoard(db, asked, staff);
  const notes = await newestNotes(db, pluck(incidents, 'id'));
  const people = await staff.named(db, pluck(notes, 'actor_id'));
  const byIncident = Map.groupBy(notes, ({ incident_id }) => incident_id);
  const notesOf = (id: string): ShiftHandover['incidents'][number]['notes'] =>
    (byIncident.get(id) ?? []).map(({ at: written, actor_id, words }) => ({
      ...{ at: written.toISOString(), words },
      actor: actor_id === null ? '' : (people.get(actor_id)?.fullname ?? ''),
    }));
  const shown = incidents.map((one) => ({ ...one, notes: notesOf(one.id) }));
  return { at, is_cut, shifts, handovers, texts, incidents: shown };
};
