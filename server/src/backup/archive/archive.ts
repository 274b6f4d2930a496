import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { ArchiveStore } from '#integrations/archive/archive-store.ts';
import { asStream, type Sealing } from './sealing.ts';

/**
 * A place of backups. Its objects are, before their endings:
 *
 * - `chains/CHAIN/wal/NAME`: PostgreSQL's log, without a gap in each chain;
 * - `chains/CHAIN/bases/BASE/files`, `secrets`, `photos` and, written last, `base`;
 * - `photos/KEY`: each photo once, for all bases.
 */
export type BackupArchive = { store: ArchiveStore; sealing: Sealing };

const Base = z.object({
  format: z.literal(1),
  chain: z.string(),
  id: z.string(),
  /** The moments between which the files were copied; any after `ended` can be restored. */
  begun: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** The segments of the log that make the files a database. */
  first: z.string(),
  last: z.string(),
  /** PostgreSQL's `backup_label`. */
  label: z.string(),
  /** PostgreSQL's major version. */
  version: z.number(),
});
export type Base = z.infer<typeof Base>;

/** The id of a base that begins at a moment; ids sort by it. */
export const idOfBase = (begun: Date): string => begun.toISOString().replaceAll(/[-:]/g, '');

export const segmentObject = (chain: string, name: string): string => `chains/${chain}/wal/${name}`;

type PartOfBase = 'files' | 'secrets' | 'photos' | 'base';

export const baseObject = ({ chain, id }: Pick<Base, 'chain' | 'id'>, part: PartOfBase): string =>
  `chains/${chain}/bases/${id}/${part}`;

export const photoObject = (key: string): string => `photos/${key}`;

/** Seals content as an object. */
export const putSealed = async (
  { store, sealing }: BackupArchive,
  name: string,
  content: Readable | string,
): Promise<void> =>
  store.put(`${name}${sealing.ending}`, await sealing.seal(typeof content === 'string' ? asStream(content) : content));

/** The content of an object, or null when there is none. */
export const getSealed = async ({ store, sealing }: BackupArchive, name: string): Promise<Readable | null> => {
  const object = await store.get(`${name}${sealing.ending}`);
  return object && sealing.open(object);
};

/** The content of an object that must be there. */
export const readSealed = async (archive: BackupArchive, name: string): Promise<Readable> => {
  const content = await getSealed(archive, name);
  if (content === null) throw new Error(`${name} is missing in ${archive.store.place}`);
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

const BASE = /^chains\/([^/]+)\/bases\/([^/]+)\/base$/;

/** The whole bases, by chain and id, the newest first; an id is the moment of its beginning. */
export const listBases = async (archive: BackupArchive): Promise<Pick<Base, 'chain' | 'id'>[]> =>
  (await listSealed(archive, 'chains/'))
    .flatMap((name) => {
      const [, chain, id] = BASE.exec(name) ?? [];
      return chain === undefined || id === undefined ? [] : { chain, id };
    })
    .sort((one, other) => (one.id < other.id ? 1 : -1));

export const readBase = async (archive: BackupArchive, base: Pick<Base, 'chain' | 'id'>): Promise<Base> =>
  Base.parse(JSON.parse(await text(await readSealed(archive, baseObject(base, 'base')))));
