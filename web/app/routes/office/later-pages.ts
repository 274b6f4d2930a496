import { MENUS, menuItems } from '@banbo/contract';

type LaterPage = { path: string; title: string };

const BESIDE_MENUS: readonly LaterPage[] = [{ path: '/tracker_map', title: 'Tracker Map' }];

const items = menuItems(Object.values(MENUS).flat());
/** A path that leads on one side of the business may be to come on the other. */
const ready = new Set(items.filter((item) => item.ready).map(({ path }) => path));
const inMenus = items.filter(({ path }) => !ready.has(path)).map(({ path, label }) => ({ path, title: label }));

/**
 * Pages of the office that come with a later version. They have no routes of their own, since every public page carries
 * the list of all routes. The build puts the list into the code, so that lost visitors load no menus.
 */
export const LATER_PAGES: readonly LaterPage[] = [...inMenus, ...BESIDE_MENUS];
