import { smsLength } from '@banbo/contract';
import { expect, test } from 'vitest';
import { type EveningFigures, eveningWords } from './evening-words.ts';

const FIGURES: EveningFigures = {
  day: '2026-11-26',
  ...{ cash: '1250.00', momo: '12300.50', difference: '-5.00', claims: 12 },
  incidents: { raised: 2, open: 1 },
  backup: new Date('2026-11-26T02:10:00Z'),
  reopened: [],
  hash: '0123456789abcdef'.repeat(4),
};

test('an ordinary day is told in full', () => {
  expect(eveningWords(FIGURES)).toBe(
    '26/11/2026: cash GHS 1,250.00, MoMo GHS 12,300.50, difference -5.00. Claims waiting 12. Incidents 2, open 1. ' +
      'Backup 26/11 02:10. Hash 0123456789abcdef',
  );
});

const LARGE: Partial<EveningFigures> = {
  ...{ cash: '99999999.99', momo: '999999999.99', difference: '-9999999.99', claims: 999_999 },
  incidents: { raised: 999, open: 999 },
  reopened: ['2026-09-01', '2026-10-01', '2026-11-01'],
};

test.each<[string, Partial<EveningFigures>, RegExp]>([
  ['a month that was opened again', { reopened: ['2026-10-01'] }, /Reopened: October 2026/],
  ['several months', { reopened: ['2026-09-01', '2026-10-01'] }, /Reopened: September 2026 and 1 more/],
  ['no backup', { backup: null }, /Backup none/],
  ['no entry', { hash: null }, /Hash none$/],
  ['the largest figures', LARGE, /cash 99999999\.99 MoMo 999999999\.99 .* 0123456789abcdef$/],
])('%s is one text message of GSM’s alphabet, with eight digits of the hash at least', (_, given, words) => {
  const text = eveningWords({ ...FIGURES, ...given });
  expect(text).toMatch(words);
  expect(smsLength(text)).toMatchObject({ parts: 1, outside: null });
  if (given.hash === undefined) expect(text).toMatch(/ [0-9a-f]{8,16}$/);
});

test('a database that another server copies says nothing of backups', () => {
  expect(eveningWords({ ...FIGURES, backup: undefined })).not.toMatch(/backup/i);
});
