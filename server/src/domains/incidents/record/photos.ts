import { type IncidentPhoto, MOST_INCIDENT_PHOTOS } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { reencodePhoto } from '#lib/reencode-photo.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { INCIDENT_NOUN } from '../incident-changes.ts';
import { lockIncident } from '../incidents.repo.ts';
import { countIncidentPhotos, insertPhoto, photoJpegOf } from './photos.repo.ts';

/** The longest side in pixels: a number plate is read. */
const LONGEST_SIDE = 1_600;

/** The photo as it is stored. Refused as `reencodePhoto` refuses. */
export const readPhoto = ({ body }: { body: IncidentPhoto }): Promise<Uint8Array> =>
  reencodePhoto(body.file, LONGEST_SIDE);

/**
 * Writes a note with a photo. Refused with 404 `not_found`, and with 409 `conflict` where the
 * incident has the most photos.
 */
export const addPhoto = async (
  tx: Tx,
  { id, body: { words }, by, now }: { id: string; body: IncidentPhoto; by: Caller; now: Date },
  jpeg: Uint8Array,
): Promise<string> => {
  const incident = existing(await lockIncident(tx, id), INCIDENT_NOUN);
  if ((await countIncidentPhotos(tx, id)) >= MOST_INCIDENT_PHOTOS) {
    throw new Refusal('conflict', `${incident.number} has ${MOST_INCIDENT_PHOTOS} photos, which is the most.`);
  }
  await insertPhoto(tx, {
    ...{ incident_id: id, at: now, added_by: by.accountId, words: words || 'A photo.', jpeg: Buffer.from(jpeg) },
  });
  return 'Your photo is on the time line.';
};

/** A photo's JPEG. Refused with 404 `not_found`, also once its person was erased. */
export const photoToShow = async (db: Db, { id }: { id: string }): Promise<Buffer> =>
  existing((await photoJpegOf(db, id)) ?? undefined, 'photo');
