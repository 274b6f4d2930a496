import type { Readable } from 'node:stream';
import { z } from 'zod';
import { basicInstant } from '#db/cluster/archiving-file.ts';
import type { ArchiveStore } from '#integrations/archive/archive-store.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { LastNumbers } from '../last-numbers.ts';
import { bufferUpTo } from './bounded.ts';
import { asStream, type Sealing } from './sealing.ts';

/**
 * A place of backups. Its objects are, before their endings:
 *
 * - `banbo-archive.json` says how the others are sealed, and `banbo-key.age` opens those that are
 *   encrypted: the only two without an ending;
 * - `chains/CHAIN/wal/NAME`: PostgreSQL's log, without a gap in each chain;
 * - `chains/CHAIN/bases/BASE/files`, `secrets`, `photos` and, written last, `base`;
 * - `photos/KEY`: each photo once, for all bases;
 * - `restores/NOTE`: up to which numbers a server that was restored from here may give.
 */
export type BackupArchive = { store: ArchiveStore; sealing: Sealing };

const Base = z.object({
  format: z.literal(1),
  chain: z.string(),
  id: z.string(),
  /**
   * The moments between which the files were copied. Any after `ended` can be restored that the log
   * reaches, which the base's own segments do not.
   */
  begun: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** The segments of the log that make the files a database. */
  first: z.string(),
  last: z.string(),
  /** PostgreSQL's `backup_label`. */
  label: z.string(),
  /** PostgreSQL's major version. */
  version: z.number(),
  /** PostgreSQL's system identifier, which a database keeps when it is restored. */
  system: z.string().optional(),
  /** The last numbers that had been given when it ended. */
  numbers: LastNumbers.optional(),
});
export type Base = z.infer<typeof Base>;

/** The id of a base that begins at a moment; ids sort by it. */
export const idOfBase = (begun: Date): string => basicInstant(begun);

/** When a base began, by its id. */
export const momentOfBase = ({ id }: Pick<Base, 'id'>): Date =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'));

export const segmentObject = (chain: string, name: string): string => `chains/${chain}/wal/${name}`;

type PartOfBase = 'files' | 'secrets' | 'photos' | 'base';

export const baseObject = ({ chain, id }: Pick<Base, 'chain' | 'id'>, part: PartOfBase): string =>
  `chains/${chain}/bases/${id}/${part}`;

const PHOTOS = 'photos/';
export const photoObject = (key: string): string => `${PHOTOS}${key}`;
export const keyOfPhoto = (object: string): string => object.slice(PHOTOS.length);

/**
 * How many photos are sent or read at once. A bucket takes longer to answer than to take one; in a
 * folder each may take a thread of this process, which has four.
 */
export const photosAtOnce = ({ store }: BackupArchive): number => (store.mayVanish ? 2 : 8);

/** Seals content as an object; `most` is the number of bytes that it may have where it is large. */
export const putSealed = async (
  { store, sealing }: BackupArchive,
  name: string,
  content: Readable | string,
  most?: number,
): Promise<void> => {
  const sealed = await sealing.seal(typeof content === 'string' ? asStream(content) : content, name);
  await store.put(`${name}${sealing.ending}`, sealed, most);
};

/** The content of an object, or null when there is none. */
export const getSealed = async ({ store, sealing }: BackupArchive, name: string): Promise<Readable | null> => {
  const object = await store.get(`${name}${sealing.ending}`);
  return object && sealing.open(object, name);
};

/** Names an object for the operator. */
export const namedObject = ({ store, sealing }: BackupArchive, name: string): string =>
  `${name}${sealing.ending} in ${store.place}`;

/** The content of an object that must be there. Throws a `StartRefusal` where it is not. */
export const readSealed = async (archive: BackupArchive, name: string): Promise<Readable> => {
  const content = await getSealed(archive, name);
  if (content === null) throw new StartRefusal(`${namedObject(archive, name)} is missing`);
  return content;
};

/** The names of objects below a prefix, without their endings. */
export const listSealed = async ({ store, sealing }: BackupArchive, prefix: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const batch of store.list(prefix)) {
    for (const name of batch) if (name.endsWith(sealing.ending)) names.push(name.slice(0, -sealing.ending.length));
  }
  return names;
};

export const removeSealed = ({ store, sealing }: BackupArchive, names: readonly string[]): Promise<void> =>
  store.remove(names.map((name) => `${name}${sealing.ending}`));

/** Bytes of a base's description, which has some hundred. */
const BASE_BYTES = 64 * 1024;
const BASE = /^chains\/([^/]+)\/bases\/(\d{8}T\d{6}\.\d{3}Z)\/base$/;

/** The whole bases among objects, by chain and id, the newest first; an id is when it began. */
export const basesAmong = (objects: readonly string[]): Pick<Base, 'chain' | 'id'>[] =>
  objects
    .flatMap((name) => {
      const [, chain, id] = BASE.exec(name) ?? [];
      return chain === undefined || id === undefined ? [] : { chain, id };
    })
    .sort((one, other) => (one.id < other.id ? 1 : -1));

export const listBases = async (archive: BackupArchive): Promise<Pick<Base, 'chain' | 'id'>[]> =>
  basesAmong(await listSealed(archive, 'chains/'));

/** Throws a `StartRefusal` for a description that is another base's, or cannot be read. */
export const readBase = async (archive: BackupArchive, { chain, id }: Pick<Base, 'chain' | 'id'>): Promise<Base> => {
  const object = baseObject({ chain, id }, 'base');
  const content = await readSealed(archive, object);
  try {
    const base = Base.parse(JSON.parse((await bufferUpTo(content, BASE_BYTES)).toString()));
    if (base.chain === chain && base.id === id) return base;
  } catch (error) {
    throw new StartRefusal(`${namedObject(archive, object)} cannot be read: it is damaged, or of a newer version`, {
      cause: error,
    });
  }
  throw new StartRefusal(`${namedObject(archive, object)} describes another backup`);
};
