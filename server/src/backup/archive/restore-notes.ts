import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { basicInstant } from '#db/cluster/archiving-file.ts';
import { furthest, LastNumbers } from '../last-numbers.ts';
import { type BackupArchive, listBases, listSealed, namedObject, putSealed, readBase, readSealed } from './archive.ts';
import { bufferUpTo } from './bounded.ts';

const RESTORES = 'restores/';
/** Bytes of a note, which names some hundred series. */
const NOTE_BYTES = 1024 * 1024;

/** A restore: of which database, and the last numbers that it skipped. */
const Note = z.object({ format: z.literal(1), at: z.iso.datetime(), system: z.string(), numbers: LastNumbers });

/**
 * Notes in the place of the backups up to which numbers a restored server may give, so that the
 * next restore goes beyond. Gives the note's name for the operator.
 */
export const noteRestore = async (
  archive: BackupArchive,
  { system, numbers, now }: { system: string; numbers: LastNumbers; now: Date },
): Promise<string> => {
  const name = `${RESTORES}${basicInstant(now)}-${randomUUID()}`;
  await putSealed(archive, name, JSON.stringify({ format: 1, at: now.toISOString(), system, numbers }));
  return namedObject(archive, name);
};

const readNote = async (archive: BackupArchive, name: string): Promise<z.infer<typeof Note>> =>
  Note.parse(JSON.parse((await bufferUpTo(await readSealed(archive, name), NOTE_BYTES)).toString()));

/**
 * The last numbers that servers of a database may have given, by what is kept of it in a place:
 * earlier restores, and all bases, also those after the moment that is restored. Names on the
 * console what cannot be read.
 */
export const numbersUsed = async (archive: BackupArchive, system: string): Promise<LastNumbers> => {
  const found: LastNumbers[] = [];
  // Bases of earlier versions name no system.
  const note = (of: { system?: string | undefined; numbers?: LastNumbers | undefined }): void => {
    if (of.numbers && (of.system === undefined || of.system === system)) found.push(of.numbers);
  };
  const passOver = (name: string) => (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    console.warn(`${name} cannot be read, so numbers that it names may be given out again: ${why}`);
  };
  for (const name of await listSealed(archive, RESTORES)) {
    await readNote(archive, name).then(note, passOver(namedObject(archive, name)));
  }
  // One that cannot be read is named where moments are looked for.
  for (const base of await listBases(archive)) await readBase(archive, base).then(note, () => {});
  return furthest(found);
};
