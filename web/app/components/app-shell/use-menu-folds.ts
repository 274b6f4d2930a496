import type { Menu, MenuGroup } from '@banbo/contract';
import { useLocation } from 'react-router';
import { useKept } from '~/lib/use-kept.ts';

/** The dashboard's addresses: the land side's menu names its own, and the sign-in leads everybody to the first. */
const DASHBOARDS = ['/dashboard', '/admin/dashboard'];

/** True where two paths open the same page of the menu. */
export const isSamePage = (one: string, other: string): boolean =>
  one === other || (DASHBOARDS.includes(one) && DASHBOARDS.includes(other));

type Choices = Readonly<Record<string, boolean>>;

const choicesOf = (kept: unknown): Choices =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(Object.entries(kept).filter(([, open]) => typeof open === 'boolean'))
    : {};

const keyOf = (menu: Menu, group: MenuGroup): string => `${menu.key}/${group.label}`;

export type MenuFolds = {
  /** The group holds the page that is shown, so that it stays open. */
  isCurrent: (group: MenuGroup) => boolean;
  isOpen: (group: MenuGroup) => boolean;
  toggle: (group: MenuGroup) => void;
};

/**
 * The groups of a menu that are open: those with a built page at first, and then as a person at this device opened and
 * closed them.
 */
export const useMenuFolds = (menu: Menu): MenuFolds => {
  const { pathname } = useLocation();
  const [choices, setChoices] = useKept('banbo.menu-groups', choicesOf);
  const isCurrent = ({ items }: MenuGroup): boolean => items.some(({ path }) => isSamePage(path, pathname));
  const isChosen = (group: MenuGroup): boolean => choices[keyOf(menu, group)] ?? group.items.some(({ ready }) => ready);
  return {
    isCurrent,
    isOpen: (group) => isCurrent(group) || isChosen(group),
    toggle: (group) => setChoices({ ...choices, [keyOf(menu, group)]: !isChosen(group) }),
  };
};
