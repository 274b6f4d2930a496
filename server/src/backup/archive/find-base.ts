import { formatInstant } from '@banbo/contract';
import { StartRefusal } from '#lib/refusal.ts';
import { type BackupArchive, type Base, listBases, readBase } from './archive.ts';

/** The newest base that ended before a moment, or the newest of all when it is null. */
export const findBase = async (archive: BackupArchive, to: Date | null): Promise<Base> => {
  const bases = await listBases(archive);
  for (const found of bases) {
    const base = await readBase(archive, found);
    if (to === null || new Date(base.ended) <= to) return base;
  }
  const oldest = bases.at(-1);
  if (oldest === undefined) throw new StartRefusal(`${archive.store.place} has no whole backup yet`);
  const { ended } = await readBase(archive, oldest);
  throw new StartRefusal(
    `The oldest backup in ${archive.store.place} is of ${formatInstant(ended)}: name a later moment`,
  );
};
