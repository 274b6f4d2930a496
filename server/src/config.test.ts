import { expect, test } from 'vitest';
import { readConfig, SettingError } from './config.ts';

test('without settings the product listens on this machine alone, on port 3000, with its data in ./data', () => {
  expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data' });
});

test('an empty setting counts as not given', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('an unusable setting is refused in one line that names it', () => {
  const unusable = {
    PORT: ['eighty', '-1', '65536', '80.5'],
    DATABASE_URL: ['mysql://localhost/banbo', 'banbo'],
    PUBLIC_URL: ['banbo.example'],
    TRUST_PROXY: ['yes'],
    TOKEN_SECRET: ['short'],
    LOG_LEVEL: ['loud'],
  };
  for (const [name, values] of Object.entries(unusable)) {
    for (const value of values) {
      const read = () => readConfig({ [name]: value });
      expect(read).toThrow(SettingError);
      expect(read).toThrow(new RegExp(`^The setting ${name} is unusable: .+$`));
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
});
