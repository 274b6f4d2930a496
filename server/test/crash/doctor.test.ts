import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endServers } from './end-servers.ts';
import { runProduct, startServer } from './server-process.ts';
import { startedFolder } from './started-folder.ts';

let folder: ReturnType<typeof startedFolder>;
beforeEach(() => {
  folder = startedFolder();
});
afterEach(async () => {
  await endServers([], folder.dataDir);
  folder.remove();
});

const linesOf = (output: string, about: string): string[] =>
  output.split('\n').filter((line) => line.includes(`  ${about}: `));

test('an installation is looked over without its server, beside it, and with another program at its port', async () => {
  const without = await runProduct('doctor', folder.dataDir, [], { PORT: '2' });
  expect(without.code).toBe(1);
  expect(linesOf(without.output, 'Version')).toEqual(['ok     Version: Program and database are of one version.']);
  expect(linesOf(without.output, 'Backup')).toEqual(['WRONG  Backup: No backup was ever made.']);
  expect(linesOf(without.output, 'Server')).toEqual(['look   Server: No server runs at http://127.0.0.1:2.']);
  expect(without.output).toMatch(/→ Make one: npm run backup/);
  expect(without.output).toMatch(/\n1 thing is wrong \(Backup\), \d+ things are worth a look\.\n$/);

  const server = await startServer(folder.dataDir);
  const port = new URL(server.address).port;
  const copy = `${folder.dataDir}-copy`;
  expect((await runProduct('backup', folder.dataDir, [copy])).code).toBe(0);
  rmSync(copy, { recursive: true });
  const beside = await runProduct('doctor', folder.dataDir, [], { PORT: port });
  expect([beside.code, beside.output]).toEqual([
    0,
    expect.stringContaining(`Server: It answers at http://127.0.0.1:${port}`),
  ]);
  await endServers([server], folder.dataDir);
});

test('a database that is away is one finding, and the rest is looked over', async () => {
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
  const { code, output } = await runProduct('doctor', folder.dataDir, [], { DATABASE_URL, PORT: '2' });
  expect(code).toBe(1);
  expect(linesOf(output, 'Database')).toEqual([expect.stringContaining('DATABASE_URL leads to no database')]);
  expect(linesOf(output, 'Disk')).toHaveLength(1);
});

/** Settings that hold a secret, each of a kind that a finding looks at. */
const SECRETS = {
  DATABASE_URL: 'postgres://me:SECRET@127.0.0.1:1/none',
  SMTP_URL: 'smtps://me:SECRET@127.0.0.1:1',
  BACKUP_URL: 's3://bucket',
  BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
  ...{ BACKUP_S3_ACCESS_KEY_ID: 'SECRET', BACKUP_S3_SECRET_ACCESS_KEY: 'SECRET', BACKUP_PASSPHRASE: 'SECRET' },
  ...{ FILES_S3_BUCKET: 'photos', FILES_S3_ACCESS_KEY_ID: 'SECRET', FILES_S3_SECRET_ACCESS_KEY: 'SECRET' },
  ...{ SMS_URL: 'http://127.0.0.1:1/send', SMS_TOKEN: 'SECRET', SMS_IN_SECRET: 'SECRET', METRICS_TOKEN: 'SECRET' },
  ...{ MOMO_URL: 'http://127.0.0.1:1', MOMO_USER: 'SECRET', MOMO_KEY: 'SECRET', MOMO_SUBSCRIPTION: 'SECRET' },
  ...{ TOKEN_SECRET: 'SECRET', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://me:SECRET@127.0.0.1:1' },
};

test('no secret of a setting is shown, whether it can be used or not', async () => {
  let drawn = 0;
  const secret = (): string => {
    drawn += 1;
    return `s3cret-${drawn}-${'x'.repeat(32)}`;
  };
  const filled = Object.fromEntries(
    Object.entries(SECRETS).map(([name, value]) => [name, value.replaceAll('SECRET', secret)]),
  );
  expect(drawn).toBeGreaterThan(13);
  const { DATABASE_URL, ...others } = filled;
  const spoiled = Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, `${value} \n`]));
  for (const settings of [others, { ...filled, BACKUP_URL: '' }, spoiled]) {
    const { output } = await runProduct('doctor', folder.dataDir, [], { ...settings, PORT: '2' });
    expect(output).toContain('Settings: ');
    expect(output).not.toContain('s3cret');
  }
});
