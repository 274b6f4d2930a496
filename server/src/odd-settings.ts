import { isWithin } from './backup/data-parts.ts';
import { type Config, SETTING_NAMES } from './config.ts';

/** A setting that can be used, and is hardly meant so: a sentence on it, and one on what to do. */
export type OddSetting = { says: string; todo: string };

/** Names that begin so are ours: other programs' settings hardly do. */
const OURS = /^(BACKUP|FILES_S3|SMS|MOMO|SMTP|METRICS|DATABASE)_/;

const without = (name: string, at: number): string => name.slice(0, at) + name.slice(at + 1);

/** Whether one letter more, less or other, or two that changed places, make one of the other. */
const isNear = (one: string, other: string): boolean => {
  if (one.length > other.length) return isNear(other, one);
  const at = [...one].findIndex((letter, n) => letter !== other[n]);
  if (at === -1) return other.length - one.length === 1;
  if (other.length > one.length) return without(other, at) === one;
  const [next, ends] = [at + 1, one.slice(at + 2) === other.slice(at + 2)];
  return without(one, at) === without(other, at) || (ends && one[at] === other[next] && one[next] === other[at]);
};

const unknownNames = (given: readonly string[]): OddSetting[] =>
  given
    .filter((name) => !SETTING_NAMES.includes(name))
    .flatMap((name) => {
      const near = SETTING_NAMES.find((one) => isNear(one, name));
      const todo = near === undefined ? 'correct its name, or remove it' : `write ${near}, or remove it`;
      return near === undefined && !OURS.test(name) ? [] : { says: `There is no setting ${name}`, todo };
    });

const isBare = (address: string): boolean => {
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname === '/' && [search, hash, username, password].every((part) => part === '');
};

const longOrigins = (given: Record<string, string | undefined>, config: Config): OddSetting[] =>
  (['PUBLIC_URL', 'WEB_ORIGIN'] as const).flatMap((name) => {
    const [written, used] = [given[name], config[name]];
    if (!written || used === undefined || isBare(written)) return [];
    return {
      says: `Of ${name} only ${used} is used`,
      todo: `set ${name}=${used}, since the product has no path of its own`,
    };
  });

const backups = ({ BACKUP_URL: place, BACKUP_PASSPHRASE, DATA_DIR }: Config): OddSetting[] => {
  if (place === undefined) {
    if (BACKUP_PASSPHRASE === undefined) return [];
    return [{ says: 'BACKUP_PASSPHRASE is set without BACKUP_URL, so nothing is backed up', todo: 'set BACKUP_URL' }];
  }
  const folder = place.replace(/^file:\/\//, '');
  if (place.startsWith('s3://') || !(isWithin(folder, DATA_DIR) || isWithin(DATA_DIR, folder))) return [];
  const says = 'Of BACKUP_URL and DATA_DIR one is in the other, so that one loss takes both';
  return [{ says, todo: 'name a folder on another disk, or a bucket, in BACKUP_URL' }];
};

/**
 * Settings that do not stop a start, as it went well with them before, and that an operator should
 * look at: names that are nearly ours, and values of which a part counts for nothing.
 */
export const oddSettings = (given: Record<string, string | undefined>, config: Config): OddSetting[] => [
  ...unknownNames(Object.keys(given)),
  ...longOrigins(given, config),
  ...backups(config),
];
