import { expect, test } from 'vitest';
import { readFragment, readState } from './secret-fragment.ts';

test('a link’s fragment gives the code, and the car number where it has one', () => {
  expect(readFragment('#code=K7QX9-M2P4T')).toEqual({ code: 'K7QX9-M2P4T', car: '' });
  expect(readFragment('#code=K7QX9-M2P4T&car=GR%201234-20')).toEqual({ code: 'K7QX9-M2P4T', car: 'GR 1234-20' });
});

test.each(['', '#', '#content', '#car=GR+1', '#code='])('%j holds no code', (hash) => {
  expect(readFragment(hash)).toBeNull();
});

test.each([null, undefined, 7, 'code', { code: 7 }, { isTexted: true }])('a state of %j holds none either', (state) => {
  expect(readState(state)).toEqual({ code: '', car: '' });
});

test('what was kept is read again after a reload', () => {
  expect(readState({ code: 'K7QX9-M2P4T', car: 'GR 1234-20' })).toEqual({ code: 'K7QX9-M2P4T', car: 'GR 1234-20' });
});
