import type { BloodGroup, CardScan, CrashCard } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { keptRecord, presentedDriver, recordAndMerged } from '#domains/drivers';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { newPaperCode } from '#lib/paper-code.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { holdNamed } from '../raising/raising.repo.ts';
import type { IncidentStaff } from '../record/list-incidents.ts';
import { cardById, cardOfDriver, insertCard, type Scan, scansOfDriver, stopCardsOf } from './crash-cards.repo.ts';
import { stickerPdf } from './sticker-pdf.ts';

/** A crash card in the audit log and in refusals. */
const CARD_NOUN = 'crash card';

type Deps = { staff: IncidentStaff; linksTo: string | null };

type ScanFacts = Pick<Scan, 'id' | 'at' | 'told_at' | 'released_at' | 'released_by'>;

/** Scans as staff see them. */
export const presentScans = async (
  db: Db,
  rows: readonly ScanFacts[],
  { named }: IncidentStaff,
): Promise<CardScan[]> => {
  const people = await named(db, pluck(rows, 'released_by'));
  return rows.map(({ id, at, told_at, released_at, released_by }) => ({
    ...{ id, at: at.toISOString(), told_at: told_at?.toISOString() ?? null },
    released_at: released_at?.toISOString() ?? null,
    released_by: released_by === null ? '' : (people.get(released_by)?.fullname ?? ''),
  }));
};

type Shown = { card: CrashCard | null; scans: (CardScan & { incident: { id: string; number: string } | null })[] };

/** The card of a car with its scans. Refused with 404 `not_found`. */
export const showCard = async (db: Db, { id }: { id: string }, staff: IncidentStaff): Promise<Shown> => {
  existing(await presentedDriver(db, id), 'driver');
  const ids = await recordAndMerged(db, id);
  const card = await cardOfDriver(db, ids);
  const rows = await scansOfDriver(db, ids);
  const incidents = new Map(rows.map((row) => [row.id, row]));
  const scans = await presentScans(db, rows, staff);
  return {
    card: card
      ? {
          ...{ id: card.id, code: card.code, made_at: card.made_at.toISOString() },
          made_by: (await staff.named(db, [card.made_by])).get(card.made_by)?.fullname ?? '',
          has_blood_group: card.blood_group !== null,
        }
      : null,
    scans: scans.map((scan) => {
      const { incident_id = null, number = null } = incidents.get(scan.id) ?? {};
      return { ...scan, incident: incident_id !== null && number !== null ? { id: incident_id, number } : null };
    }),
  };
};

type Making = { id: string; body: { blood_group: BloodGroup | null }; by: Caller; now: Date };

const subjectOf = (id: string, name: string) => ({ kind: CARD_NOUN, id, name });

/**
 * Makes the card of a car and stops the former one. Refused with 404 `not_found`, and with 409
 * `conflict` where the driver's record is removed or was merged.
 */
export const makeCard = async (
  tx: Tx,
  { id, body: { blood_group }, by, now }: Making,
): Promise<{ message: string; card_id: string }> => {
  await holdNamed(tx, [`crash card of ${id}`]);
  const driver = existing(await presentedDriver(tx, id), 'driver');
  if (driver.removed_at !== null || (await keptRecord(tx, id)) !== id) {
    throw new Refusal('conflict', 'This record is not in use, so it gets no crash card.');
  }
  await stopCardsOf(tx, await recordAndMerged(tx, id), now);
  const card_id = await insertCard(tx, {
    ...{ driver_id: id, code: newPaperCode(), blood_group, made_at: now, made_by: by.accountId },
  });
  // The audit log is permanent, so it says only that there is a blood group.
  const after = { has_blood_group: blood_group !== null };
  await audit(tx, by, { action: 'crash_cards.make', subject: subjectOf(card_id, driver.car_number), after }, now);
  return { message: 'The crash card is made. Print it, and stick it inside the windscreen.', card_id };
};

/** Stops a card. Refused with 404 `not_found`, and with 409 `conflict` where it is stopped. */
export const stopCard = async (tx: Tx, { id, by, now }: { id: string; by: Caller; now: Date }): Promise<string> => {
  const card = existing(await cardById(tx, id), CARD_NOUN);
  await holdNamed(tx, [`crash card of ${card.driver_id}`]);
  const stopped = await stopCardsOf(tx, [card.driver_id], now);
  if (stopped === 0) throw new Refusal('conflict', 'This crash card is stopped already.');
  const driver = await presentedDriver(tx, card.driver_id);
  await audit(tx, by, { action: 'crash_cards.stop', subject: subjectOf(id, driver?.car_number ?? '') }, now);
  return 'The crash card is stopped. Its sticker leads nowhere any more.';
};

/**
 * The sticker of a card. Refused with 404 `not_found`, and with 409 `conflict` where it is stopped
 * or the server does not know its own address.
 */
export const stickerToSend = async (
  db: Db,
  { id, now }: { id: string; now: Date },
  { linksTo }: Pick<Deps, 'linksTo'>,
): Promise<{ name: string; bytes: Buffer }> => {
  const card = existing(await cardById(db, id), CARD_NOUN);
  if (card.stopped_at !== null) throw new Refusal('conflict', 'This crash card is stopped. Please make a new one.');
  if (linksTo === null) {
    throw new Refusal('conflict', 'The server does not know its own address, so a sticker would lead nowhere.');
  }
  const driver = existing(await presentedDriver(db, card.driver_id), CARD_NOUN);
  const company = await readSite(db);
  const bytes = await stickerPdf({ code: card.code, car_number: driver.car_number, company, linksTo, made_at: now });
  return { name: `crash-card-${driver.car_number.replaceAll(/[^A-Z0-9]+/gi, '-')}.pdf`, bytes };
};
