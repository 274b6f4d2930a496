import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { oddSettings } from './odd-settings.ts';

const said = (given: Record<string, string>): string[] =>
  oddSettings(given, readConfig(given)).map(({ says, todo }) => `${says}: ${todo}`);

test('a name that is nearly a setting’s, or begins as ours do, is named', () => {
  expect(said({ PROT: '80', PUBLIC_UR: 'x', CLAIM_DAYSS: '1', LOG_LEVAL: 'info', BACKUP_URI: '/mnt/backup' })).toEqual([
    'There is no setting PROT: write PORT, or remove it',
    'There is no setting PUBLIC_UR: write PUBLIC_URL, or remove it',
    'There is no setting CLAIM_DAYSS: write CLAIM_DAYS, or remove it',
    'There is no setting LOG_LEVAL: write LOG_LEVEL, or remove it',
    'There is no setting BACKUP_URI: write BACKUP_URL, or remove it',
  ]);
  expect(said({ SMS_GATEWAY: 'x' })).toEqual(['There is no setting SMS_GATEWAY: correct its name, or remove it']);
});

test('other programs’ settings and our own are no matter', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'PWD',
    'SHELL',
    'USER',
    'TZ',
    'LANG',
    'NODE_OPTIONS',
    'POSTGRES_PASSWORD',
  ];
  expect(said(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  expect(
    said({ PORT: '80', PUBLIC_URL: 'https://banbo.example/', BACKUP_URL: '/mnt/backup', DATA_DIR: '/srv/data' }),
  ).toEqual([]);
});

test('a part of an address that counts for nothing is said', () => {
  const only = 'Of PUBLIC_URL only https://banbo.example is used';
  for (const rest of ['/office', '?a=1', '/#top']) {
    expect(said({ PUBLIC_URL: `https://banbo.example${rest}` })[0]).toContain(only);
  }
  expect(said({ PUBLIC_URL: 'https://me:secret@banbo.example' })).toEqual([
    `${only}: set PUBLIC_URL=https://banbo.example, since the product has no path of its own`,
  ]);
});

test('backups that there are none of, or that are lost with the data, are said', () => {
  expect(said({ BACKUP_PASSPHRASE: 'a passphrase of the owner' })).toEqual([
    'BACKUP_PASSPHRASE is set without BACKUP_URL, so nothing is backed up: set BACKUP_URL',
  ]);
  for (const place of ['/srv/data/backups', 'file:///srv/data', '/srv']) {
    expect(said({ DATA_DIR: '/srv/data', BACKUP_URL: place })).toEqual([
      expect.stringMatching(/^Of BACKUP_URL and DATA_DIR one is in the other/),
    ]);
  }
});
