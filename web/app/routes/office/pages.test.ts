import {
  defaultRights,
  holds,
  isStaffRole,
  LATER_PAGES,
  menuItems,
  menusOf,
  OFFICE_PAGES,
  type OfficePage,
  officePage,
  STAFF_ROLES,
  type StaffRole,
} from '@banbo/contract';
import { expect, test } from 'vitest';
import { laterTitle } from '../elsewhere-paths.ts';
import { isLaterPageOf } from './later.tsx';

/** The pages of the admin group; those that are not built yet say so in the office. */
const ADMIN_GROUP = `dashboard tracker_map general_setup global_drivers display_driver/:id view_driver/:id system_users
  receive_payments registration_fees subscriptions device_payments payment_transactions add_payment_type
  edit_payment_type/:id view_payment_type/:id payment_types add_payment_list edit_payment_list/:id view_payment_list/:id
  payment_list capture_momo payment_clearance admin_registration`.split(/\s+/);

const isKnown = (path: string) => path.slice(1) in OFFICE_PAGES || LATER_PAGES.some((page) => page.path === path);
const opens = (role: StaffRole, { needs }: OfficePage) =>
  needs === 'staff' ? isStaffRole(role) : holds(defaultRights(role), needs);

test.each(['SuperAdmin', 'SystemAdmin', 'SuperUser'] as const)('%s may open every page of the admin group', (role) => {
  const known = ADMIN_GROUP.filter((path) => isKnown(`/${path}`));
  const closed = known.filter((path) => {
    const page = officePage(path);
    return page && !opens(role, page);
  });
  expect(known).toEqual(ADMIN_GROUP);
  expect(closed).toEqual([]);
});

test.each(STAFF_ROLES)('each item of the menus of %s leads to a page that the role may open', (role) => {
  const closed = menuItems(menusOf(defaultRights(role))).filter(({ path, ready }) => {
    const page = officePage(path.slice(1));
    return page ? !(ready && opens(role, page)) : ready && path !== '/logout';
  });
  expect(closed).toEqual([]);
});

test('whatever a menu names is a page of the office, built or not', () => {
  const named = menuItems(STAFF_ROLES.flatMap((role) => menusOf(defaultRights(role))));
  const unknown = named.map(({ path }) => path).filter((path) => !isKnown(path));
  expect([...new Set(unknown)]).toEqual(['/logout']);
});

test('a page that comes later is found as the router finds pages, and no page is both built and later', () => {
  const titleAt = (path: string) => laterTitle(path, LATER_PAGES);
  expect(titleAt('/Court_Cases/')).toBe('Court Cases');
  for (const path of ['/', '/nowhere', '/capture_momo', '/tracker_map', '/court_cases/7', '/dashboard', '/%E0%A4%A'])
    expect(titleAt(path)).toBeUndefined();
  expect(LATER_PAGES.filter(({ path }) => officePage(path.slice(1)))).toEqual([]);
});

test.each(STAFF_ROLES)('a page that comes later is for %s where their menus list it', (role) => {
  const listed = menuItems(menusOf(defaultRights(role))).map(({ path }) => path);
  const theirs = LATER_PAGES.filter(({ path }) => isLaterPageOf(defaultRights(role), path)).map(({ path }) => path);
  const expected = LATER_PAGES.map(({ path }) => path).filter((path) => listed.includes(path));
  expect(theirs).toEqual(expected);
  expect(isLaterPageOf(defaultRights(role), '/Court_Cases/')).toBe(role !== 'SystemUser');
  expect(isLaterPageOf({ role: 'Member', permissions: [] }, '/court_cases')).toBe(false);
});
