import { MENUS, menuItems } from '@banbo/contract';

type LaterPage = { path: string; title: string };

const BESIDE_MENUS: readonly LaterPage[] = [
  { path: '/tracker_map', title: 'Tracker Map' },
  { path: '/add_payment_type', title: 'Add Payment Type' },
  { path: '/edit_payment_type/:id', title: 'Edit Payment Type' },
  { path: '/view_payment_type/:id', title: 'Payment Type' },
  { path: '/add_payment_list', title: 'Payment List Setup' },
  { path: '/edit_payment_list/:id', title: 'Edit Payment List' },
  { path: '/view_payment_list/:id', title: 'Yearly Payment' },
  { path: '/edit_yearly_payment/:id', title: 'Edit Yearly Payment' },
  { path: '/view_yearly_payment/:id', title: 'Yearly Payment' },
  { path: '/regFees_by_period', title: 'Period Payment' },
  { path: '/regFees_by_month', title: 'Monthly Payment' },
  { path: '/regFees_by_mode', title: 'Payments By Mode' },
  { path: '/view_payment', title: 'Payment' },
  { path: '/view_payment/:driver_code', title: 'Payment' },
];

const inMenus = menuItems(Object.values(MENUS).flat())
  .filter(({ ready }) => !ready)
  .map(({ path, label }) => ({ path, title: label }));

/**
 * Pages of the office that come with a later version. They have no routes of their own, since every public page carries
 * the list of all routes. The build puts the list into the code, so that lost visitors load no menus.
 */
export const LATER_PAGES: readonly LaterPage[] = [...inMenus, ...BESIDE_MENUS];
