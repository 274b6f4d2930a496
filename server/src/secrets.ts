import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import type { DatabaseIdentity } from '#db/connection/database-identity.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { newSecret } from '#lib/sealed.ts';
import { type Config, SettingError } from './config.ts';

const NAMES = ['TOKEN_SECRET'] as const;

type Secrets = Record<(typeof NAMES)[number], string>;

/** Holds the id of the database that the secrets belong to. */
const MARK = 'banbo-identity';

/** Writes a text whole or not at all, so that two servers starting together read the same one. */
const make = (path: string, text: string): void => {
  const draft = `${path}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    fs.linkSync(draft, path);
  } catch (error) {
    if (!fs.existsSync(path)) throw error;
  } finally {
    fs.rmSync(draft);
  }
};

const kept = (folder: string, name: string, text: string): string => {
  const path = join(folder, name);
  if (!fs.existsSync(path)) make(path, text);
  return fs.readFileSync(path, 'utf8').trim();
};

/** Throws a `StartRefusal` for another database's secrets, and marks the database's own. */
const bindToDatabase = (folder: string, { DATABASE_URL }: Config, identity: DatabaseIdentity): void => {
  const isMarked = fs.existsSync(join(folder, MARK));
  const areThere = NAMES.some((name) => fs.existsSync(join(folder, name)));
  // Unmarked secrets belong to a database older than marks, or to the one in the same DATA_DIR.
  const mayBeOwn = isMarked || !areThere || identity.isOlder || DATABASE_URL === undefined;
  if (mayBeOwn && kept(folder, MARK, `${identity.id}\n`) === identity.id) return;
  throw new StartRefusal(
    `The secrets in ${folder} belong to another database: name the two that belong together, or set another DATA_DIR`,
  );
};

/** Throws a `StartRefusal` if the database's secrets are lost: new ones end all second factors. */
const refuseLost = (folder: string, missing: readonly string[], { hasSecrets }: DatabaseIdentity): void => {
  const lost = missing.find((name) => !fs.existsSync(join(folder, name)));
  if (!lost || !hasSecrets) return;
  throw new StartRefusal(
    `The database’s ${lost} is not in ${folder}: put it back from a backup, or give it as a setting; npm run adopt -- secrets goes on with a new one, which ends all second factors`,
  );
};

/**
 * The settings with all secrets: those given, and the others made once and kept in
 * `DATA_DIR/secrets`, readable by this user alone, for the database of `identity`. In production
 * with `DATABASE_URL` all must be given, since several servers share one database there; throws a
 * `SettingError` otherwise, and a `StartRefusal` for secrets of another database or lost ones.
 */
export const withSecrets = (config: Config, identity: DatabaseIdentity): Config & Secrets => {
  const missing = NAMES.filter((name) => config[name] === undefined);
  if (missing[0] && config.NODE_ENV === 'production' && config.DATABASE_URL !== undefined) {
    throw new SettingError(`The setting ${missing[0]} must be given in production with DATABASE_URL`, missing);
  }
  const folder = join(config.DATA_DIR, 'secrets');
  refuseLost(folder, missing, identity);
  if (missing.length > 0) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    bindToDatabase(folder, config, identity);
  }
  const secrets = Object.fromEntries(
    NAMES.map((name) => [name, config[name] ?? kept(folder, name, newSecret())]),
  ) as Secrets;
  return { ...config, ...secrets };
};
