import { delimiter, join } from 'node:path';
import { isExecutable } from '../is-executable.ts';

/** Debian's packages of the programs that read the files of `ops`. */
const PACKAGES = {
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
  caddy: 'caddy',
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  logrotate: 'logrotate',
  openssl: 'openssl',
  'docker-compose': 'docker-compose',
  curl: 'curl',
} as const;

type Program = keyof typeof PACKAGES;

const find = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/bin']
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** The programs that are not on this machine, by their packages. */
export const missingPrograms = (): string[] =>
  Object.entries(PACKAGES).flatMap(([name, debian]) => (find(name) === undefined ? [debian] : []));

/** The path of a program. */
export const programAt = (name: Program): string => {
  const path = find(name);
  if (path === undefined) throw new Error(`There is no ${name}: apt install ${PACKAGES[name]}`);
  return path;
};

/** The repository's `ops`. */
export const OPS = join(import.meta.dirname, '../../../ops');
