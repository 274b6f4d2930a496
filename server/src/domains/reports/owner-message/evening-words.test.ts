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
  ...{
    bank: '0.00',
    out: '0.00',
    waived: '0.00',
    alone: 0,
    journals: 0,
    users: 0,
    prices: 0,
    settings: 0,
    approved: 0,
  },
  ...{ statements: [], uncounted: 0 },
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

test('what one person could do unseen is told besides, in two text messages, and the hash is there', () => {
  const text = eveningWords({
    ...{ ...FIGURES, bank: '300.00', out: '13500.00', waived: '20.00', alone: 3, journals: 27, users: 1, prices: 2 },
    ...{ settings: 1, uncounted: 4 },
    statements: [
      { mode: 'momo', covered: '2026-11-12' },
      { mode: 'bank', covered: null },
    ],
  });
  expect(text).toContain(
    'Hash 0123456789abcdef. Also: bank GHS 300.00, paid out GHS 13,500.00, waived GHS 20.00, decided alone 3, journals 27, ' +
      'user changes 1, price changes 2, setting changes 1, no MoMo statement since 12/11, no bank statement yet, days of cash not counted 4',
  );
  expect(smsLength(text).parts).toBeLessThanOrEqual(3);
});
