import { MENUS, type Menu, menuItems, type StaffRole } from '@banbo/contract';
import { useState } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router';
import { OFFICE_PAGES } from './pages.ts';

const pathsOf = (menu: Menu): string[] => menuItems([menu]).map(({ path }) => path);

/** True when only this menu has the path; a path in both sides' menus does not tell the side. */
const holdsAlone = (menu: Menu, menus: readonly Menu[], path: string): boolean =>
  pathsOf(menu).includes(path) && !menus.some((other) => other !== menu && pathsOf(other).includes(path));

/** Permissions over what the drivers' side alone has. */
const OF_DRIVERS = /^(?:drivers|payments|prices)\./;

/**
 * The role's menus, and the side that is shown: that of the page, by the menus or by what the page needs, or the last
 * one if the page belongs to neither.
 * Switching leads to the side's first page.
 */
export const useSide = (role: StaffRole) => {
  const { pathname } = useLocation();
  const needed = OFFICE_PAGES[useMatches().at(-1)?.id ?? '']?.needs ?? '';
  const navigate = useNavigate();
  const menus = MENUS[role];
  const [last, setLast] = useState(menus[0]);
  const menu =
    menus.find((one) => holdsAlone(one, menus, pathname)) ??
    menus.find(({ key }) => key === 'drivers' && OF_DRIVERS.test(needed)) ??
    menus.find((one) => one === last) ??
    menus[0];
  if (menu !== last) setLast(menu);
  const switchTo = (key: string) => {
    const chosen = menus.find((one) => one.key === key);
    const home = chosen?.groups[0]?.items[0]?.path;
    setLast(chosen);
    if (home) void navigate(home);
  };
  return { menus, menu, switchTo };
};
