import { expect, test } from 'vitest';
import { fromDatabase } from './database-trouble.ts';

const answerTo = (code: string) => {
  const refusal = fromDatabase(Object.assign(new Error('the database’s own words'), { code }));
  return refusal && [refusal.httpStatus, refusal.message];
};

test('only a full disk is said to be one', () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT']) {
    expect(answerTo(code)).toEqual([503, 'The server’s disk is full, so nothing was saved. Please try again later.']);
  }
  expect(answerTo('25006')).toEqual([
    503,
    'The database only lets us read at the moment, so nothing was saved. Please try again in a moment.',
  ]);
});

test.each(['58000', '58030', 'EIO', 'EROFS'])('a disk that does not work (%s) is worth another try later', (code) => {
  expect(answerTo(code)).toEqual([503, 'The server’s disk does not work at the moment. Please try again later.']);
});

test.each(['08000', '08001', '08003', '08004', '08006', '08P01', '57P01', '57P02', '57P03', '57P04', '57P05', '25P03'])(
  'a connection that is lost, refused or ended (%s) is worth another try',
  (code) => {
    expect(answerTo(code)).toEqual([503, 'The service is not available for a moment. Please try again.']);
  },
);

test.each(['40001', '40P01', '53000', '53200', '53300', '53400', '55P03', '57014', 'EMFILE', 'ENFILE', 'ENOMEM'])(
  'a server without room or time for a statement (%s) is worth another try',
  (code) => {
    expect(answerTo(code)).toEqual([503, 'The service is busy. Please try again in a moment.']);
  },
);

test('an error that nobody foresaw is none of these', () => {
  expect(answerTo('42P01')).toBeNull();
  expect(fromDatabase(new Error('without a code'))).toBeNull();
});
