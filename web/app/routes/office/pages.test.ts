import { holds, isStaffRole, MENUS, menuItems, type StaffRole } from '@banbo/contract';
import { expect, test } from 'vitest';
import { OFFICE_PAGES, type OfficePage } from './pages.ts';

/** The pages that the admin group shares; those that are not built yet say so in the office. */
const ADMIN_GROUP = `dashboard tracker_map general_setup global_drivers display_driver/:id view_driver/:id system_users
  receive_payments registration_fees subscriptions device_payments payment_transactions add_payment_type
  edit_payment_type/:id view_payment_type/:id payment_types add_payment_list edit_payment_list/:id view_payment_list/:id
  payment_list capture_momo payment_clearance admin_registration`.split(/\s+/);

const opens = (role: StaffRole, { needs }: OfficePage) => (needs === 'staff' ? isStaffRole(role) : holds(role, needs));

test.each(['SuperAdmin', 'SystemAdmin', 'SuperUser'] as const)('%s may open every page of the admin group', (role) => {
  const built = ADMIN_GROUP.filter((path) => OFFICE_PAGES[path]);
  const closed = built.filter((path) => OFFICE_PAGES[path] && !opens(role, OFFICE_PAGES[path]));
  expect(built).toEqual(ADMIN_GROUP);
  expect(closed).toEqual([]);
});

test('whatever a menu names is a page of the office, built or not', () => {
  const named = menuItems(Object.values(MENUS).flat());
  const unknown = named.map(({ path }) => path.slice(1)).filter((path) => !OFFICE_PAGES[path]);
  expect([...new Set(unknown)]).toEqual(['logout']);
});
