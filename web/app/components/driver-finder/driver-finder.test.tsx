import { expect, test } from 'vitest';
import { refusal, serve } from '../../../test/dom/served.ts';
import { findDrivers } from './driver-finder.tsx';

const EMPTY = { driver_code: '', mobile_number: '', car_number: '' };

const searchesFor = async (text: string, isNobodysName = false) => {
  const { calls } = serve({
    '/drivers/general_search': ({ body }) =>
      isNobodysName && 'name' in body
        ? refusal(404, 'No driver was found.')
        : Response.json({ status: true, message: 'Found.', driver: [] }),
  });
  await findDrivers(text);
  return calls.map(({ body }) => body);
};

test.each([
  ['drv000001', { driver_code: 'drv000001' }],
  ['024 123', { mobile_number: '024 123' }],
  ['+23324', { mobile_number: '+23324' }],
  ['gr 1234-20', { car_number: 'gr 1234-20' }],
  ['GR', { car_number: 'GR' }],
  [' Ama Mensah ', { name: 'Ama Mensah' }],
  ['Yaa', { name: 'Yaa' }],
])('%s is searched for as what it looks like', async (text, asked) => {
  expect(await searchesFor(text)).toEqual([{ ...EMPTY, ...asked }]);
});

test('a word that is nobody’s name is looked for as a personal plate', async () => {
  expect(await searchesFor('KING', true)).toEqual([
    { ...EMPTY, name: 'KING' },
    { ...EMPTY, car_number: 'KING' },
  ]);
});
