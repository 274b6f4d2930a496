import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OFFICE_PAGES } from '@banbo/contract';
import { expect, test } from 'vitest';
import { OFFICE_SCREENS, SCREENS_OF_JOURNEYS } from '../../e2e/harness/office-screens.ts';

const ROOT = join(import.meta.dirname, '../..');

test('every page of the office is looked at, each address once', () => {
  const walked = OFFICE_SCREENS.map(([path]) => path);
  expect(new Set(walked).size).toBe(walked.length);
  expect(walked.filter((path) => path.includes(':'))).toEqual([]);
  expect(walked).toEqual(
    expect.arrayContaining(['/dashboard', '/view_driver/2/payments', '/payment_types', '/profile']),
  );
  // Second addresses of a screen and what journeys look over alone are left out.
  const looked = walked.length + Object.keys(SCREENS_OF_JOURNEYS).length;
  expect(looked).toBeGreaterThanOrEqual(Object.keys(OFFICE_PAGES).length);
});

test.each(Object.entries(SCREENS_OF_JOURNEYS))('%s is looked at by its journey, %s', (route, file) => {
  const name = route.replace('/:id', '');
  const journey = readFileSync(join(ROOT, `e2e/journeys/office/${file}`), 'utf8');
  expect(journey).toMatch(new RegExp(`lookOver\\(\\w+, '${name}`));
});
