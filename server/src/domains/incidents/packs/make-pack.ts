import { createHash } from 'node:crypto';
import { type IncidentPack, type NewPack, readPaperCode, type VerifiedPack } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { audit } from '#domains/audit';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { newPaperCode } from '#lib/paper-code.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { INCIDENT_NOUN } from '../incident-changes.ts';
import { incidentById } from '../incidents.repo.ts';
import { holdNamed } from '../raising/raising.repo.ts';
import type { IncidentStaff } from '../record/list-incidents.ts';
import { newestPhotos } from '../record/photos.repo.ts';
import { lookAtIncident } from '../record/show-incident.ts';
import { MOST_PACK_PHOTOS, packPdf } from './pack-pdf.ts';
import { insertPack, nextNth, type Pack, packFile, packOfCode, packsOf } from './packs.repo.ts';

export type PackDeps = { staff: IncidentStaff; notes: LateNotes; linksTo: string | null };

const numberOf = (incident: { number: string }, { nth }: Pick<Pack, 'nth'>): string => `${incident.number}/${nth}`;

/**
 * Makes a document of an incident as it is now, and keeps its file to check copies against. Refused
 * with 404 `not_found`.
 */
export const makeOnePack = async (
  tx: Tx,
  { id, body: { made_for }, by, now }: { id: string; body: NewPack; by: Caller; now: Date },
  { staff, notes, linksTo }: PackDeps,
): Promise<{ message: string; pack_id: string }> => {
  // The incident itself is not held while its document is drawn: its signals would wait.
  await holdNamed(tx, [`documents of ${id}`]);
  const incident = existing(await lookAtIncident(tx, { id, by, now }, { staff, notes }), INCIDENT_NOUN);
  const { number } = incident;
  const nth = await nextNth(tx, id);
  const code = newPaperCode();
  const photos = await newestPhotos(tx, id, MOST_PACK_PHOTOS + 1);
  const people = await staff.named(tx, [by.accountId, ...pluck(photos, 'added_by')]);
  const pdf = await packPdf({
    ...{ number: `${number}/${nth}`, made_at: now, made_for, code, incident, linksTo },
    photos: photos.flatMap(({ at, added_by, jpeg }) =>
      jpeg ? [{ at: at.toISOString(), by: people.get(added_by)?.fullname ?? '', jpeg }] : [],
    ),
    made_by: people.get(by.accountId)?.fullname ?? by.login,
    company: await readSite(tx),
  });
  const file_hash = createHash('sha256').update(pdf).digest();
  const pack_id = await insertPack(tx, {
    ...{ incident_id: id, nth, code, made_at: now, made_by: by.accountId, made_for, pdf, file_hash },
  });
  const subject = { kind: INCIDENT_NOUN, id, name: number };
  await audit(tx, by, { action: 'incidents.make_pack', subject, after: { pack: `${number}/${nth}` } }, now);
  return { message: `The document ${number}/${nth} is made.`, pack_id };
};

/** The documents of an incident. Refused with 404 `not_found`. */
export const showPacks = async (
  db: Db,
  { id }: { id: string },
  { named }: IncidentStaff,
): Promise<{ packs: IncidentPack[] }> => {
  const incident = existing(await incidentById(db, id), INCIDENT_NOUN);
  const rows = await packsOf(db, id);
  const people = await named(db, pluck(rows, 'made_by'));
  const packs = rows.map((row) => ({
    ...{ id: row.id, number: numberOf(incident, row), made_at: row.made_at.toISOString(), made_for: row.made_for },
    ...{ code: row.code, file_hash: row.file_hash.toString('hex'), is_erased: row.is_erased },
    made_by: people.get(row.made_by)?.fullname ?? '',
  }));
  return { packs };
};

/** The file of a document. Refused with 404 `not_found`, also once its person was erased. */
export const packToSend = async (db: Db, { id }: { id: string }): Promise<{ name: string; bytes: Buffer }> => {
  const { pdf, incident_id, nth } = existing(await packFile(db, id), 'document');
  const { number } = existing(await incidentById(db, incident_id), 'document');
  return { name: `incident-${number}-${nth}.pdf`, bytes: pdf };
};

/** The document of a code, by which its holder checks a copy. Refused with 404 `not_found`. */
export const verifyOnePack = async (db: Db, { code: typed }: { code: string }): Promise<VerifiedPack> => {
  const code = readPaperCode(typed);
  const pack = code === null ? undefined : await packOfCode(db, code);
  const incident = pack && (await incidentById(db, pack.incident_id));
  if (!pack || !incident)
    throw new Refusal('not_found', 'No document of ours has this code. It is forged, or mistyped.');
  return {
    ...{ number: numberOf(incident, pack), made_at: pack.made_at.toISOString(), made_for: pack.made_for },
    file_hash: pack.file_hash.toString('hex'),
  };
};
