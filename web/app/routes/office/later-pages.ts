import { MENUS, menuItems } from '@banbo/contract';

type LaterPage = { path: string; title: string };

const BESIDE_MENUS: readonly LaterPage[] = [{ path: '/tracker_map', title: 'Tracker Map' }];

const inMenus = menuItems(Object.values(MENUS).flat())
  .filter(({ ready }) => !ready)
  .map(({ path, label }) => ({ path, title: label }));

/**
 * Pages of the office that come with a later version. They have no routes of their own, since every public page carries
 * the list of all routes. The build puts the list into the code, so that lost visitors load no menus.
 */
export const LATER_PAGES: readonly LaterPage[] = [...inMenus, ...BESIDE_MENUS];
