import { isStaffRole, MENUS, menuItems, type Role } from '@banbo/contract';
import { matchPath } from 'react-router';

type LaterPage = { path: string; title: string };

/** A page of the drivers' side, which that side's menu does not list. */
const TRACKER_MAP = { path: '/tracker_map', title: 'Tracker Map' };

const inMenus = menuItems(Object.values(MENUS).flat())
  .filter(({ ready }) => !ready)
  .map(({ path, label }) => ({ path, title: label }));

/**
 * Pages of the office that come with a later version. They have no routes of their own, since every public page carries
 * the list of all routes. The build puts the list into the code, so that lost visitors load no menus.
 */
export const LATER_PAGES: readonly LaterPage[] = [...inMenus, TRACKER_MAP];

/** True for staff whose menus list the later page at a path, as it will be theirs once it is built. */
export const isLaterPageOf = (role: Role, pathname: string): boolean => {
  if (!isStaffRole(role)) return false;
  if (matchPath(TRACKER_MAP.path, pathname)) return MENUS[role].some(({ key }) => key === 'drivers');
  return menuItems(MENUS[role]).some(({ path, ready }) => !ready && matchPath(path, pathname));
};
