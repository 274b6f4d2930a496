import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { BACKUP_MARK, CLUSTER } from '#db/cluster/cluster-folder.ts';
import { isProcessFile } from '#db/cluster/copy-cluster.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { BESIDE_CLUSTER } from './data-parts.ts';

/** The files of a part of DATA_DIR: how many, and a hash of their names, sizes and content. */
export type PartDigest = { files: number; sha256: string };

const Digest = z.object({ files: z.number().int(), sha256: z.string() });
const Parts = z.object({ files: Digest, secrets: Digest, database: Digest });
export type PartDigests = z.infer<typeof Parts>;

/** The content of `banbo-backup.json`. Marks of earlier versions have no format and no parts. */
const Mark = z.union([
  z.object({ format: z.literal(2), moment: z.iso.datetime(), rows: z.record(z.string(), z.number()), parts: Parts }),
  z.strictObject({ moment: z.iso.datetime(), rows: z.record(z.string(), z.number()) }),
]);
export type BackupMark = z.infer<typeof Mark>;

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
};

/** Hashes an unchanging folder; a missing one is like an empty one. */
const digestOf = async (root: string, part: string): Promise<PartDigest> => {
  const folder = join(root, part);
  const found = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const paths = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => part !== CLUSTER || !isProcessFile(path))
    .sort();
  const all = createHash('sha256');
  for (const path of paths) {
    const { size } = fs.lstatSync(join(folder, path));
    all.update(`${path}\t${size}\t${await hashOf(join(folder, path))}\n`);
  }
  return { files: paths.length, sha256: all.digest('hex') };
};

/** Hashes photos, secrets and the stopped cluster in a private, unchanging folder. */
export const digestParts = async (root: string): Promise<PartDigests> =>
  Parts.parse(
    Object.fromEntries(
      await Promise.all([...BESIDE_CLUSTER, CLUSTER].map(async (part) => [part, await digestOf(root, part)] as const)),
    ),
  );

type Written = { moment: Date; rows: ReadonlyMap<string, number>; parts: PartDigests };

/** Marks a folder as a whole backup. */
export const writeMark = (folder: string, { moment, rows, parts }: Written): void =>
  fs.writeFileSync(
    join(folder, BACKUP_MARK),
    JSON.stringify({ format: 2, moment: moment.toISOString(), rows: Object.fromEntries(rows), parts }),
  );

const refuse = (folder: string, what: string): never => {
  throw new StartRefusal(`The backup ${folder} is damaged: ${what}. Restore another one`);
};

/** Throws a `StartRefusal` for a mark that cannot be read. */
export const readMark = (folder: string): BackupMark => {
  try {
    return Mark.parse(JSON.parse(fs.readFileSync(join(folder, BACKUP_MARK), 'utf8')));
  } catch {
    return refuse(folder, `${BACKUP_MARK} cannot be read`);
  }
};

/** Differences that the refusal names; there is no use in hundreds. */
const NAMED = 3;

const rowsDiffer = (wanted: ReadonlyMap<string, number>, found: ReadonlyMap<string, number>): string[] =>
  [...new Set([...wanted.keys(), ...found.keys()])].flatMap((table) => {
    const [had, has] = [wanted.get(table), found.get(table)];
    if (had === has) return [];
    if (had === undefined) return `${BACKUP_MARK} has no entry for the table ${table}`;
    if (has === undefined) return `the table ${table} is missing`;
    return `the table ${table} has ${has} rows of ${had}`;
  });

/** Throws a one-line `StartRefusal` unless each table of the copy has the mark's number of rows. */
export const refuseOtherRows = (folder: string, { rows }: BackupMark, found: ReadonlyMap<string, number>): void => {
  const differences = rowsDiffer(new Map(Object.entries(rows)), found);
  if (differences.length === 0) return;
  const more = differences.length > NAMED ? ` and ${differences.length - NAMED} more differ` : '';
  refuse(folder, `${differences.slice(0, NAMED).join(', ')}${more}`);
};

const WORDS: Record<keyof PartDigests, string> = {
  files: 'photos and their mark',
  secrets: 'secrets',
  database: 'the database’s files',
};

/** Throws a one-line `StartRefusal` unless the parts are the mark's; an older mark names none. */
export const refuseOtherParts = (
  folder: string,
  mark: BackupMark,
  found: PartDigests,
  names: readonly (keyof PartDigests)[],
): void => {
  if (!('parts' in mark)) return;
  for (const name of names) {
    const [had, has] = [mark.parts[name], found[name]];
    const words = WORDS[name];
    if (had.files !== has.files) refuse(folder, `${words} are ${has.files} files of ${had.files}`);
    if (had.sha256 !== has.sha256) refuse(folder, `${words} are not those that were copied`);
  }
};

/** A backup or a restored folder: rows by table, and the number of photos. */
export type BackupSummary = { folder: string; rows: Map<string, number>; photos: number };

/** Describes a backup in one line. */
export const describeBackup = ({ folder, rows, photos }: BackupSummary): string =>
  `${folder}: ${rows.get('drivers') ?? 0} drivers, ${rows.get('payments') ?? 0} payments, ${photos} photos. It was opened, and every row was read.`;
