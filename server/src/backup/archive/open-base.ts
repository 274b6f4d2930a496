import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Binaries } from '#db/cluster/binaries.ts';
import { CLUSTER } from '#db/cluster/cluster-folder.ts';
import { handOver, RESTORE_COMMAND } from '#db/cluster/hand-over.ts';
import { beginningOf, logPositionOf } from '#db/cluster/log-segment.ts';
import { allowPassing, giveTo, type RunAs, writeAs } from '#db/cluster/run-as.ts';
import type { ClusterSetting } from '#db/cluster/settings.ts';
import { unpackFolder } from '#db/cluster/stream-cluster.ts';
import { verifyCluster, type WorkOnCopy } from '#db/cluster/verify-cluster.ts';
import { isFileKey } from '#integrations/files/local-files.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { severalAtOnce } from '#lib/several-at-once.ts';
import { FILES, SECRETS } from '../data-parts.ts';
import {
  type BackupArchive,
  type Base,
  baseObject,
  keyOfPhoto,
  namedObject,
  photosAtOnce,
  readSealed,
  segmentObject,
} from './archive.ts';
import type { FoundBase } from './find-base.ts';
import { readLogFileAgain } from './read-segment.ts';

/**
 * PostgreSQL's settings to read the log. A moment has an offset in digits: names of zones are not
 * loaded when PostgreSQL reads it.
 */
const recoveryTo = (target: FoundBase['target']): ClusterSetting[] => [
  ['restore_command', RESTORE_COMMAND, 'asks this process for the log'],
  ['recovery_target_timeline', 'current', 'a chain stays on its timeline'],
  ['hot_standby', 'off', 'nobody reads before the moment is reached'],
  ['recovery_target_action', 'promote', 'the copy is a database of its own then'],
  ...(target === 'own'
    ? ([['recovery_target', 'immediate', 'there is no more log than makes it a database']] as ClusterSetting[])
    : []),
  ...(target instanceof Date
    ? ([
        [
          'recovery_target_time',
          target.toISOString().replace('T', ' ').replace('Z', '+00'),
          'the moment that is asked for',
        ],
      ] as ClusterSetting[])
    : []),
];

const UNREACHED = /recovery ended before configured recovery target was reached/;

/** Hands PostgreSQL the log of a base, and notes why it could not. */
const logOf = (archive: BackupArchive, { base, segments, last }: FoundBase) => {
  let failure: unknown = null;
  const isDamaged = (how: string, cause?: Error) =>
    new StartRefusal(
      `The log in ${archive.store.place} ${how}: a part of it is damaged. npm run restore -- --list says which moments to try`,
      { cause },
    );
  const bytesOf = async (name: string): Promise<Buffer | null> => {
    const content = await readLogFileAgain(archive, base, name);
    if (content !== null || !segments.has(name)) return content;
    throw new StartRefusal(`${namedObject(archive, segmentObject(base.chain, name))} is there no more`);
  };
  return {
    answer: async (name: string, put: string): Promise<boolean> => {
      try {
        const content = await bytesOf(name);
        if (content !== null) await writeFile(put, content, { mode: 0o600, flag: 'wx' });
        return content !== null;
      } catch (error) {
        failure ??= error;
        throw error;
      }
    },
    /** Puts the reason in the place of PostgreSQL's words, which only say that a command failed. */
    explain: async (error: unknown): Promise<never> => {
      if (failure !== null) throw failure;
      if (error instanceof Error && UNREACHED.test(error.message)) throw isDamaged('does not reach that moment', error);
      throw error;
    },
    /** Throws a `StartRefusal` where PostgreSQL took the log to end before its last segment. */
    refuseEarlyEnd: (lsn: string | null): void => {
      if (lsn !== null && logPositionOf(lsn) > beginningOf(last)) return;
      throw isDamaged(`can be read to ${lsn ?? 'its beginning'} only, and its last segment is ${last}`);
    },
  };
};

type Opening = { binaries: Binaries; runAs: RunAs; work: WorkOnCopy };

/**
 * Puts the database of a base and the log after it into `draft`, a private folder, opens it, and
 * reads every row. Answers the number of rows by table. Throws a `StartRefusal` with PostgreSQL's
 * words when it cannot be opened.
 */
export const openBase = async (
  archive: BackupArchive,
  found: FoundBase,
  draft: string,
  { binaries, runAs, work }: Opening,
): Promise<Map<string, number>> => {
  const { base, target } = found;
  if (base.version !== binaries.version) {
    throw new StartRefusal(
      `The backup of ${base.ended} was made by PostgreSQL ${base.version}, and its programs here are ${binaries.version}: set POSTGRES_BIN to programs of ${base.version}`,
    );
  }
  const folder = join(draft, CLUSTER);
  mkdirSync(folder, { mode: 0o700 });
  giveTo(runAs, folder);
  allowPassing(draft);
  const files = baseObject(base, 'files');
  await namingPart(archive, files, unpackFolder(await readSealed(archive, files), folder, runAs));
  refuseLinks(archive, files, folder);
  for (const [name, content] of [
    ['backup_label', base.label],
    ['recovery.signal', ''],
  ] as const) {
    const { status, stderr } = writeAs(runAs, join(folder, name), content);
    if (status !== 0) throw new Error(`${name} could not be written: ${stderr}`);
  }
  const log = logOf(archive, found);
  const handing = handOver(folder, runAs, { ending: 'got', answer: log.answer });
  const workIfWhole: WorkOnCopy = (connection, rows, replayed) => {
    if (target === 'all') log.refuseEarlyEnd(replayed.lsn);
    return work(connection, rows, replayed);
  };
  try {
    const how = { recovery: recoveryTo(target), work: workIfWhole };
    return await verifyCluster(draft, binaries, runAs, how).catch(log.explain);
  } finally {
    await handing.stop();
  }
};

/** Throws a `StartRefusal` for a link, which could lead root's reading and writing elsewhere. */
const refuseLinks = (archive: BackupArchive, object: string, folder: string): void => {
  const other = readdirSync(folder, { recursive: true, withFileTypes: true }).find(
    (entry) => !entry.isFile() && !entry.isDirectory(),
  );
  if (other === undefined) return;
  throw new StartRefusal(`${namedObject(archive, object)} has ${other.name}, which is no file`);
};

/** Has an error name the part of the base that it is about. */
const namingPart = async (archive: BackupArchive, object: string, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (error instanceof StartRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartRefusal(`${namedObject(archive, object)} cannot be unpacked: ${why}`, { cause: error });
  });

/** Puts the secrets of a base into `draft`. */
export const unpackSecrets = async (archive: BackupArchive, base: Base, draft: string): Promise<void> => {
  const object = baseObject(base, 'secrets');
  const content = await readSealed(archive, object);
  // Aside: whatever else somebody packed into it must not come over what is there.
  const aside = mkdtempSync(join(draft, 'secrets-'));
  await namingPart(archive, object, unpackFolder(content, aside, { kind: 'self' }));
  refuseLinks(archive, object, aside);
  if (existsSync(join(aside, SECRETS))) renameSync(join(aside, SECRETS), join(draft, SECRETS));
  rmSync(aside, { recursive: true });
};

const unpackPhoto = async (archive: BackupArchive, object: string, draft: string): Promise<void> => {
  const key = keyOfPhoto(object);
  if (!isFileKey(key)) {
    console.warn(`${namedObject(archive, object)} has no name of a photo, and is left out.`);
    return;
  }
  const path = join(draft, FILES, key);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await pipeline(await readSealed(archive, object), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    rmSync(path, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    console.warn(`${namedObject(archive, object)} cannot be read, and is left out: ${why}`);
  }
};

/**
 * Puts photos into a folder. One that is damaged, or whose name is no photo's and might lead out of
 * the folder, is named and left out: all else is whole.
 */
export const unpackPhotos = (archive: BackupArchive, objects: readonly string[], draft: string): Promise<void> =>
  severalAtOnce(objects, photosAtOnce(archive), (object) => unpackPhoto(archive, object, draft));
