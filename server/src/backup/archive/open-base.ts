import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Binaries } from '#db/cluster/binaries.ts';
import { CLUSTER } from '#db/cluster/cluster-folder.ts';
import { handOver, RESTORE_COMMAND } from '#db/cluster/hand-over.ts';
import { allowPassing, giveTo, type RunAs, writeAs } from '#db/cluster/run-as.ts';
import type { ClusterSetting } from '#db/cluster/settings.ts';
import { unpackFolder } from '#db/cluster/stream-cluster.ts';
import { verifyCluster, type WorkOnCopy } from '#db/cluster/verify-cluster.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type BackupArchive, type Base, baseObject, getSealed, readSealed, segmentObject } from './archive.ts';

/**
 * PostgreSQL's settings to read the log up to a moment, or to its end when it is null. The moment
 * has an offset in digits: names of zones are not loaded when PostgreSQL reads it.
 */
const recoveryTo = (to: Date | null): ClusterSetting[] =>
  [
    ['restore_command', RESTORE_COMMAND, 'asks this process for the log'],
    ['hot_standby', 'off', 'nobody reads before the moment is reached'],
    ['recovery_target_action', 'promote', 'the copy is a database of its own then'],
    ...(to === null
      ? []
      : [
          [
            'recovery_target_time',
            to.toISOString().replace('T', ' ').replace('Z', '+00'),
            'the moment that is asked for',
          ] as const,
        ]),
  ] as ClusterSetting[];

const UNREACHED = /recovery ended before configured recovery target was reached/;

const orUnreached = (place: string) => (error: unknown) => {
  if (!(error instanceof Error && UNREACHED.test(error.message))) throw error;
  throw new StartRefusal(
    `The backups in ${place} do not reach that moment: leave --to out for the last moment that they have`,
    { cause: error },
  );
};

type Opening = { to: Date | null; binaries: Binaries; runAs: RunAs; work?: WorkOnCopy };

/**
 * Puts the database of a base and the log after it into `draft`, a private folder, opens it, and
 * reads every row. Answers the number of rows by table. Throws a `StartRefusal` with PostgreSQL's
 * words when it cannot be opened.
 */
export const openBase = async (
  archive: BackupArchive,
  base: Base,
  draft: string,
  { to, binaries, runAs, work }: Opening,
): Promise<Map<string, number>> => {
  if (base.version !== binaries.version) {
    throw new StartRefusal(
      `The backup of ${base.ended} was made by PostgreSQL ${base.version}, and its programs here are ${binaries.version}: set POSTGRES_BIN to programs of ${base.version}`,
    );
  }
  const folder = join(draft, CLUSTER);
  mkdirSync(folder, { mode: 0o700 });
  giveTo(runAs, folder);
  allowPassing(draft);
  await unpackFolder(await readSealed(archive, baseObject(base, 'files')), folder, runAs);
  for (const [name, content] of [
    ['backup_label', base.label],
    ['recovery.signal', ''],
  ] as const) {
    const { status, stderr } = writeAs(runAs, join(folder, name), content);
    if (status !== 0) throw new Error(`${name} could not be written: ${stderr}`);
  }
  const handing = handOver(folder, runAs, {
    ending: 'got',
    answer: async (name, put) => {
      const content = await getSealed(archive, segmentObject(base.chain, name));
      if (content !== null) await pipeline(content, createWriteStream(put, { mode: 0o600, flags: 'wx' }));
      return content !== null;
    },
  });
  try {
    const recovery = recoveryTo(to);
    return await verifyCluster(draft, binaries, runAs, { recovery, ...(work && { work }) }).catch(
      orUnreached(archive.store.place),
    );
  } finally {
    await handing.stop();
  }
};

/** Puts the secrets of a base into `draft`. */
export const unpackSecrets = async (archive: BackupArchive, base: Base, draft: string): Promise<void> =>
  unpackFolder(await readSealed(archive, baseObject(base, 'secrets')), draft, { kind: 'self' });

/** Puts photos into a folder. */
export const unpackPhotos = async (
  archive: BackupArchive,
  objects: readonly string[],
  draft: string,
): Promise<void> => {
  for (const object of objects) {
    const path = join(draft, 'files', object.slice('photos/'.length));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(await readSealed(archive, object), createWriteStream(path, { mode: 0o600 }));
  }
};
