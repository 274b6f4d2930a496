import { existsSync, statSync } from 'node:fs';
import { openArchiveStore } from '#integrations/archive/archive-store.ts';
import { listBases, readBase } from '../backup/archive/archive.ts';
import { readSealing } from '../backup/archive/sealing.ts';
import type { Config } from '../config.ts';
import { bad, badBecause, type Diagnosis, good, hoursInWords, warn } from './finding.ts';

const ABOUT = 'Place of backups';
const HOUR = 3_600_000;
/** A base of each night, which may take hours. */
const BASE_HOURS = 36;

/** A folder on the disk of the data is lost with it. */
const checkDisk = (place: string, dataDir: string): Diagnosis[] => {
  if (!existsSync(place) || !existsSync(dataDir) || statSync(place).dev !== statSync(dataDir).dev) return [];
  const says = `${place} is on the same disk as the data, and would be lost with it`;
  return [warn(ABOUT, says, 'name a folder on another disk, or a bucket, in BACKUP_URL')];
};

const checkBases = async (url: string, config: Config, now: Date): Promise<Diagnosis> => {
  const store = await openArchiveStore(url, config);
  const sealing = await readSealing(store, config.BACKUP_PASSPHRASE);
  const away =
    'see that its disk is connected and belongs to this user; a new place is filled at the server’s next start';
  if (sealing === null) return bad(ABOUT, `There are no backups in ${store.place}`, away);
  const [newest] = await listBases({ store, sealing });
  if (newest === undefined)
    return bad(ABOUT, `${store.place} has no whole backup yet`, 'start the server, and look again');
  const { ended } = await readBase({ store, sealing }, newest);
  const hours = (now.getTime() - new Date(ended).getTime()) / HOUR;
  const says = `The newest backup in ${store.place} is ${hoursInWords(hours)} old`;
  if (hours <= BASE_HOURS) return good(ABOUT, says);
  return bad(ABOUT, says, 'look at the dashboard and the server’s log: both say why no other was made');
};

/** Whether the place of backups can be reached and opened, and what it has. */
export const checkArchive = async (config: Config, now = new Date()): Promise<Diagnosis[]> => {
  const { BACKUP_URL, DATA_DIR } = config;
  if (BACKUP_URL === undefined) return [];
  try {
    return [...checkDisk(BACKUP_URL, DATA_DIR), await checkBases(BACKUP_URL, config, now)];
  } catch (error) {
    return [badBecause(ABOUT, error, 'see that it can be reached and that this user may read it')];
  }
};
