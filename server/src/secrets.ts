import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '#lib/secret.ts';
import { type Config, SettingError } from './config.ts';

const NAMES = ['TOKEN_SECRET'] as const;

type Secrets = Record<(typeof NAMES)[number], string>;

/** Puts a new secret there whole or not at all, so that of two servers starting together both read the same one. */
const make = (path: string): void => {
  const draft = `${path}.${randomUUID()}`;
  fs.writeFileSync(draft, newSecret(), { mode: 0o600, flag: 'wx', flush: true });
  try {
    fs.linkSync(draft, path);
  } catch (error) {
    if (!fs.existsSync(path)) throw error;
  } finally {
    fs.rmSync(draft);
  }
};

const kept = (folder: string, name: string): string => {
  const path = join(folder, name);
  if (!fs.existsSync(path)) make(path);
  return fs.readFileSync(path, 'utf8').trim();
};

/**
 * The settings with every secret in them: those given, and the others made once and kept in `DATA_DIR/secrets`, readable
 * by this user alone. In production with `DATABASE_URL` all must be given, since several servers share one database
 * there; throws a `SettingError` otherwise.
 */
export const withSecrets = (config: Config): Config & Secrets => {
  const missing = NAMES.filter((name) => config[name] === undefined);
  if (missing[0] && config.NODE_ENV === 'production' && config.DATABASE_URL !== undefined) {
    throw new SettingError(`The setting ${missing[0]} must be given in production with DATABASE_URL`);
  }
  const folder = join(config.DATA_DIR, 'secrets');
  if (missing.length > 0) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secrets = Object.fromEntries(NAMES.map((name) => [name, config[name] ?? kept(folder, name)])) as Secrets;
  return { ...config, ...secrets };
};
