import { MENUS, type Menu, menuItems, type StaffRole } from '@banbo/contract';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

const pathsOf = (menu: Menu): string[] => menuItems([menu]).map(({ path }) => path);

/** True when only this menu has the path; a path in both sides' menus does not tell the side. */
const holdsAlone = (menu: Menu, menus: readonly Menu[], path: string): boolean =>
  pathsOf(menu).includes(path) && !menus.some((other) => other !== menu && pathsOf(other).includes(path));

/**
 * The role's menus, and the side that is shown: that of the page, or the last one if the page belongs to neither.
 * Switching leads to the side's first page.
 */
export const useSide = (role: StaffRole) => {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const menus = MENUS[role];
  const [last, setLast] = useState(menus[0]);
  const menu = menus.find((one) => holdsAlone(one, menus, pathname)) ?? menus.find((one) => one === last) ?? menus[0];
  if (menu !== last) setLast(menu);
  const switchTo = (key: string) => {
    const chosen = menus.find((one) => one.key === key);
    const home = chosen?.groups[0]?.items[0]?.path;
    setLast(chosen);
    if (home) void navigate(home);
  };
  return { menus, menu, switchTo };
};
