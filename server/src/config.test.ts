import { expect, test } from 'vitest';
import { readConfig, SettingError } from './config.ts';

test('without settings the product listens on this machine alone, on port 3000, with its data in ./data', () => {
  expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data' });
});

test('an empty setting counts as not given', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('an unusable setting is refused in one line that names it and says what it takes', () => {
  const unusable = {
    PORT: [/whole number from 0 to 65535/, 'eighty', '-1', '65536', '80.5'],
    DATABASE_URL: [/like postgres:/, 'mysql://localhost/banbo', 'banbo', 'postgres://'],
    DATABASE_SESSION_URL: [/like postgres:/, 'http://localhost'],
    DATABASE_REPLICA_URL: [/like postgres:/, 'replica'],
    POSTGRES_MEMORY_MB: [/whole number of megabytes/, 'much', '255', '300.5'],
    PUBLIC_URL: [/like https:/, 'banbo.example', 'javascript:alert(1)'],
    WEB_ORIGIN: [/like https:/, 'banbo'],
    TRUST_PROXY: [/0 or 1/, 'yes'],
    FILES_S3_ENDPOINT: [/begins with http/, 'minio:9000'],
    SMTP_URL: [/like smtps:/, 'mail.example.com'],
    SMS_URL: [/begins with http/, 'sms'],
    SMS_PER_DAY: [/whole number of text messages/, 'many', '0'],
    MOMO_URL: [/begins with http/, 'proxy.momo.example'],
    MOMO_USER: [/without spaces/, 'a user', 'a\nb'],
    MOMO_KEY: [/without spaces/, 'a key', 'ɔ'],
    MOMO_SUBSCRIPTION: [/without spaces/, ' '],
    MOMO_ENVIRONMENT: [/like mtnghana or sandbox/, 'MTN Ghana'],
    MOMO_CURRENCY: [/like GHS/, 'cedis'],
    GEOCODING_URL: [/begins with http/, 'maps'],
    CLAIM_DAYS: [/whole number of days/, 'soon'],
    REGISTRATION_DAYS: [/whole number of days/, '0'],
    TOKEN_SECRET: [/at least 32 characters/, 'short'],
    LOG_LEVEL: [/one of silent, error, warn, info, debug/, 'loud'],
    NODE_ENV: [/one of development, test, production/, 'staging'],
  } as const;
  for (const [name, [says, ...values]] of Object.entries(unusable)) {
    for (const value of values) {
      const read = () => readConfig({ [name]: value });
      expect(read).toThrow(SettingError);
      expect(read).toThrow(new RegExp(`^The setting ${name} is unusable: must .+$`));
      expect(read).toThrow(says);
    }
  }
});

test('a setting that needs another is refused alone, in one line that names both', () => {
  const mail = { SMTP_URL: 'smtps://u:p@mail.example.com' };
  expect(() => readConfig(mail)).toThrow('The setting MAIL_FROM must be given with SMTP_URL');
  const from = { ...mail, MAIL_FROM: 'Banbo <office@example.com>' };
  expect(() => readConfig(from)).toThrow('The setting PUBLIC_URL must be given with SMTP_URL');
  expect(readConfig({ ...from, PUBLIC_URL: 'https://banbo.example' })).toMatchObject(mail);
  expect(() => readConfig({ SMS_URL: 'https://sms.example' })).toThrow(
    'The setting SMS_TOKEN must be given with SMS_URL',
  );
  const momo = { MOMO_URL: 'https://momo.example', MOMO_USER: 'user', MOMO_KEY: 'key' };
  expect(() => readConfig({ MOMO_URL: momo.MOMO_URL })).toThrow('The setting MOMO_USER must be given with MOMO_URL');
  expect(() => readConfig(momo)).toThrow('The setting MOMO_SUBSCRIPTION must be given with MOMO_URL');
  expect(readConfig({ ...momo, MOMO_SUBSCRIPTION: 'subscription' })).toMatchObject({ MOMO_CURRENCY: 'GHS' });
});

test('a bucket without its keys is refused, in one line that names the key', () => {
  const photos = { FILES_S3_BUCKET: 'photos', FILES_S3_ACCESS_KEY_ID: 'an-id' };
  expect(() => readConfig(photos)).toThrow('The setting FILES_S3_SECRET_ACCESS_KEY must be given with FILES_S3_BUCKET');
  expect(() => readConfig({ BACKUP_URL: 's3://backups', BACKUP_S3_ACCESS_KEY_ID: 'an-id' })).toThrow(
    'The setting BACKUP_S3_SECRET_ACCESS_KEY must be given with a bucket in BACKUP_URL',
  );
});

test('a credential that cannot be used is not shown', () => {
  for (const name of ['MOMO_USER', 'MOMO_KEY', 'MOMO_SUBSCRIPTION']) {
    expect(() => readConfig({ [name]: 'a secret\nof two lines' })).toThrow(
      new RegExp(`^The setting ${name} is unusable: must have visible characters alone, without spaces$`),
    );
  }
});
