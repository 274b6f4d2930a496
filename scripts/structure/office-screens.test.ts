import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OFFICE_SCREENS, SCREENS_OF_JOURNEYS } from '../../e2e/harness/office-screens.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The paths of the office, grouped by the page that they open: two paths of one constant are one page. */
const officePages = (text: string): string[][] => {
  const list = text.slice(text.indexOf('OFFICE_PAGES:'));
  const pages = new Map<string, string[]>();
  for (const [, quoted, plain, page] of list.matchAll(/^ {2}(?:'([^']+)'|(\w+))(?:: (\w+))?[:,(]/gm)) {
    const path = quoted ?? plain ?? '';
    const isConstant = page !== undefined ? text.includes(`const ${page}: `) : text.includes(`const ${path}: `);
    const name = isConstant ? (page ?? path) : path;
    pages.set(name, [...(pages.get(name) ?? []), path]);
  }
  return [...pages.values()];
};

/** True if an address of the walk leads to the route. */
const leadsTo = (route: string, address: string): boolean =>
  new RegExp(`^/${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(address.split('?')[0] ?? '');

const leftOut = (pages: string[][], walked: readonly string[]): string[][] =>
  pages.filter(
    (paths) => !paths.some((path) => path in SCREENS_OF_JOURNEYS || walked.some((one) => leadsTo(path, one))),
  );

const WALKED = OFFICE_SCREENS.map(([path]) => path);

test('every page of the office is looked at on every size, by day and by night', () => {
  const pages = officePages(read('web/app/routes/office/pages.ts'));
  const paths = pages.flat();
  expect(paths).toEqual(expect.arrayContaining(['dashboard', 'view_driver/:id/:part', 'payment_types', 'profile']));
  // The router has as many: the list is read whole.
  expect(paths.length).toBe(
    read('web/app/routes/office/pages.ts')
      .split('OFFICE_PAGES:')[1]
      ?.match(/^ {2}['\w]/gm)?.length,
  );
  expect(leftOut(pages, WALKED)).toEqual([]);
});

test('a page that nobody looks at is caught, and so is one that only shares the beginning of its path', () => {
  const text = `
const users: OfficePage = { title: 'Users' };
export const OFFICE_PAGES: Readonly<Record<string, OfficePage>> = {
  users,
  admin_users: users,
  'view_user/:id': { title: 'User' },
  fees: feePayments('Fees'),
  stray: { title: 'Stray' },
};
`;
  const pages = officePages(text);
  expect(pages).toEqual([['users', 'admin_users'], ['view_user/:id'], ['fees'], ['stray']]);
  expect(leftOut(pages, ['/admin_users?page=2', '/view_user', '/fees'])).toEqual([['view_user/:id'], ['stray']]);
});

test.each(Object.entries(SCREENS_OF_JOURNEYS))('%s is looked at by its journey, %s', (route, file) => {
  const name = route.replace('/:id', '');
  expect(read(`e2e/journeys/office/${file}`)).toMatch(new RegExp(`lookOver\\(\\w+, '${name}`));
});
