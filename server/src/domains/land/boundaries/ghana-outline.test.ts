import { expect, test } from 'vitest';
import { whereLies } from './ghana-outline.ts';

test.each([
  ['Accra, Jamestown', -0.2117, 5.5333],
  ['the beach of Nungua', -0.0735, 5.5985],
  ['Tema’s harbour', 0.0079, 5.6331],
  ['Aflao', 1.1945, 6.1187],
  ['Half Assini', -2.883, 5.05],
  ['Axim', -2.24, 4.866],
  ['Keta', 0.988, 5.9178],
  ['Bawku', -0.2416, 11.0616],
  ['Elubo', -2.772, 5.283],
])('%s is in Ghana', (_, lon, lat) => {
  expect(whereLies([lon, lat])).toBe('ghana');
});

test.each([
  ['Lomé', 1.22, 6.13, 'abroad'],
  ['Abidjan', -4.01, 5.35, 'abroad'],
  ['Pô', -1.145, 11.17, 'abroad'],
  ['five kilometres off Accra', -0.2, 5.48, 'sea'],
  ['the meeting of equator and zero meridian', 0, 0.01, 'sea'],
  ['London', -0.12, 51.5, 'abroad'],
  ['Accra with latitude first', 5.6037, -0.187, 'abroad'],
])('%s is not', (_, lon, lat, where) => {
  expect(whereLies([lon, lat])).toBe(where);
});
