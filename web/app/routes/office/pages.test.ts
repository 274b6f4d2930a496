import {
  defaultRights,
  holds,
  isStaffRole,
  menuItems,
  menusOf,
  OFFICE_PAGES,
  type OfficePage,
  officePage,
  STAFF_ROLES,
  type StaffRole,
} from '@banbo/contract';
import { expect, test } from 'vitest';

/** The pages of the admin group. */
const ADMIN_GROUP = `dashboard tracker_map general_setup global_drivers display_driver/:id view_driver/:id system_users
  receive_payments registration_fees subscriptions device_payments payment_transactions add_payment_type
  edit_payment_type/:id view_payment_type/:id payment_types add_payment_list edit_payment_list/:id view_payment_list/:id
  payment_list capture_momo payment_clearance admin_registration`.split(/\s+/);

const isKnown = (path: string) => path.slice(1) in OFFICE_PAGES;
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
  const closed = menuItems(menusOf(defaultRights(role))).filter(({ path }) => {
    const page = officePage(path.slice(1));
    return page ? !opens(role, page) : path !== '/logout';
  });
  expect(closed).toEqual([]);
});

test('whatever a menu names is a page of the office', () => {
  const named = menuItems(STAFF_ROLES.flatMap((role) => menusOf(defaultRights(role))));
  const unknown = named.map(({ path }) => path).filter((path) => !isKnown(path));
  expect([...new Set(unknown)]).toEqual(['/logout']);
});
