import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { checkAddress, checkProxy, checkSecrets, checkServices, readableSettings } from './check-settings.ts';

const REAL = { NODE_ENV: 'production', PUBLIC_URL: 'https://banbo.example', TRUST_PROXY: '1' };
const of = (settings: Record<string, string>) => readConfig(settings);

test('every setting that cannot be used is named, and the others are read', () => {
  const { config, findings } = readableSettings({
    PORT: 'x',
    SMS_URL: 'http://sms.example',
    CLAIM_DAYS: '0',
    HOST: '::1',
  });
  expect(findings.map(({ grade, says }) => [grade, says])).toEqual([
    ['bad', 'The setting PORT is unusable: must be a whole number from 0 to 65535'],
    ['bad', 'The setting CLAIM_DAYS is unusable: must be a whole number of days, from 1 to 3650'],
    ['bad', 'The setting SMS_TOKEN must be given with SMS_URL'],
  ]);
  expect(config).toMatchObject({ PORT: 3000, HOST: '::1' });
  expect(config.SMS_URL).toBeUndefined();
});

test('a name that is nearly a setting’s is worth a look', () => {
  expect(readableSettings({ PROT: '80' }).findings.map(({ grade, says }) => [grade, says])).toEqual([
    ['good', 'Every setting can be used'],
    ['warn', 'There is no setting PROT'],
  ]);
});

test('of settings that exclude each other, the database’s server is looked at', () => {
  const { config, findings } = readableSettings({ BACKUP_URL: '/mnt/backup', DATABASE_URL: 'postgres://a@b/c' });
  expect(findings).toMatchObject([{ grade: 'bad', says: expect.stringContaining('exclude each other') }]);
  expect([config.BACKUP_URL, config.DATABASE_URL]).toEqual([undefined, 'postgres://a@b/c']);
});

test.each([
  [{}, 'warn', 'trying out'],
  [{ HOST: '0.0.0.0' }, 'bad', 'trying out'],
  [{ ...REAL, PUBLIC_URL: '' }, 'bad', 'its own address'],
  [{ ...REAL, PUBLIC_URL: 'http://banbo.example' }, 'bad', 'read their passwords'],
  [{ ...REAL, PUBLIC_URL: 'http://localhost' }, 'good', 'localhost'],
  [REAL, 'good', 'https://banbo.example'],
] as const)('the address of %o', (settings, grade, words) => {
  expect(checkAddress(of(settings))).toMatchObject({ grade, says: expect.stringContaining(words) });
});

test.each([
  [{ PUBLIC_URL: 'https://banbo.example' }, 'bad', 'count as one'],
  [{ ...REAL, HOST: '0.0.0.0' }, 'warn', 'go around the proxy'],
  [{ TRUST_PROXY: '1' }, 'warn', 'believes a proxy'],
  [REAL, 'good', 'believed'],
  [{}, 'good', 'none'],
] as const)('the proxy of %o', (settings, grade, words) => {
  expect(checkProxy(of(settings))).toMatchObject({ grade, says: expect.stringContaining(words) });
});

test('texts and mail that go nowhere are worth a look', () => {
  expect(checkServices(of({})).map(({ grade, about }) => [grade, about])).toEqual([
    ['warn', 'Texts'],
    ['warn', 'Mail'],
  ]);
  const services = {
    SMS_URL: 'http://sms.example/send',
    SMS_TOKEN: 'x',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'a@b.example',
  };
  const findings = checkServices(of({ ...services, PUBLIC_URL: 'https://banbo.example' }));
  expect(findings.map(({ grade, says }) => [grade, says])).toEqual([
    ['good', 'They go out by sms.example'],
    ['warn', 'Nobody is told what reminders cost'],
    ['good', 'It goes out by mail.example'],
  ]);
});

test('several servers need the secret as a setting', () => {
  const shared = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a@b/c' };
  expect(checkSecrets(of(shared))).toMatchObject([{ grade: 'bad' }]);
  expect(checkSecrets(of({ ...shared, TOKEN_SECRET: 'x'.repeat(32) }))).toEqual([]);
});
