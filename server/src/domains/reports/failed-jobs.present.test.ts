import { expect, test } from 'vitest';
import { safeFailure } from './failed-jobs.ts';

test.each([
  ['The user who started this was blocked or deleted.', 'The user who started this was blocked or deleted.'],
  ['getaddrinfo ENOTFOUND https://u:secret@sms.example/?key=1', 'getaddrinfo ENOTFOUND (an address)'],
  ['No route to ama@example.com', 'No route to (an e-mail address)'],
  ['Refused for +233241234567.', 'Refused for (a number).'],
  ['Refused for 024 123 4567', 'Refused for (a number)'],
  ['connect ECONNREFUSED 10.0.0.5:5432', 'connect ECONNREFUSED (a host)'],
  ['getaddrinfo ENOTFOUND db.internal.example.com', 'getaddrinfo ENOTFOUND (a host)'],
  ['Not taken: Bearer abcDEFghiJKLmno', 'Not taken: Bearer (a key)'],
  ['Not taken with token=abc123', 'Not taken with (a key)'],
  ['The sum is 200.00 by now.', 'The sum is 200.00 by now.'],
  ['invalid input syntax for type json: "a "b" c"', 'invalid input syntax for type json: (a value)'],
  ['Key sk0abcdefghijklmnopqrstuvwx1 is wrong', 'Key (a key) is wrong'],
  ['invalid input syntax for type bigint: "AMA MENSAH"', 'invalid input syntax for type bigint: (a value)'],
  [
    'violates unique constraint "drivers_current_mobile_number"',
    'violates unique constraint "drivers_current_mobile_number"',
  ],
])('%j shows as %j', (failure, shown) => {
  expect(safeFailure(failure)).toBe(shown);
});
