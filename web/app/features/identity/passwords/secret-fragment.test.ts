import { expect, test } from 'vitest';
import { readState } from './secret-fragment.ts';

test.each([null, undefined, 7, 'code', { code: 7 }, { isTexted: true }])('a state of %j holds no code', (state) => {
  expect(readState(state)).toEqual({ code: '', car: '' });
});

test('what was kept is read again after a reload', () => {
  expect(readState({ code: 'K7QX9-M2P4T', car: 'GR 1234-20' })).toEqual({ code: 'K7QX9-M2P4T', car: 'GR 1234-20' });
});
