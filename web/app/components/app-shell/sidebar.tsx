import type { Menu, MenuGroup, MenuItem } from '@banbo/contract';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useKept } from '~/lib/use-kept.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './sidebar.module.css';

/** The dashboard's addresses: the land side has its own, and the sign-in leads to the first. */
const DASHBOARDS = ['/dashboard', '/admin/dashboard'];

/** True where two paths open the same page of the menu. */
const isSamePage = (one: string, other: string): boolean =>
  one === other || (DASHBOARDS.includes(one) && DASHBOARDS.includes(other));

type Choices = Readonly<Record<string, boolean>>;

const choicesOf = (kept: unknown): Choices =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(Object.entries(kept).filter(([, open]) => typeof open === 'boolean'))
    : {};

const keyOf = (menu: Menu, group: MenuGroup): string => `${menu.key}/${group.label}`;

type MenuFolds = {
  /** The group holds the page that is shown, so that it stays open. */
  isCurrent: (group: MenuGroup) => boolean;
  isOpen: (group: MenuGroup) => boolean;
  toggle: (group: MenuGroup) => void;
};

/**
 * The groups of a menu that are open: at first those with a built page, later as the person left
 * them.
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

/** A menu item's icon by the words of its path; the first match counts. */
const BY_WORD: readonly (readonly [RegExp, IconName])[] = [
  [/dashboard/, 'home'],
  [/logout/, 'logout'],
  [/search/, 'search'],
  [/registration$|driver_updates|personal_information/, 'register'],
  [/drivers?$/, 'drivers'],
  [/map|location|tracker|zonal/, 'map'],
  [/capture_momo/, 'phone'],
  [/clearance|approv|activation/, 'check'],
  [/ledger|statement/, 'ledger'],
  [/fees|receipt|subscriptions/, 'receipt'],
  [/device/, 'device'],
  [/revenue|expenditure|report/, 'chart'],
  [/payment_types|payment_list|yearly_payments/, 'list'],
  [/payment|refund/, 'money'],
  [/response/, 'bell'],
  [/message|contact/, 'mail'],
  [/cases/, 'scale'],
  [/role/, 'shield'],
  [/audit/, 'history'],
  [/users|tenants|kin/, 'people'],
  [/setup|setting/, 'settings'],
];

const iconOf = (path: string): IconName => BY_WORD.find(([words]) => words.test(path))?.[1] ?? 'document';

export const NOT_BUILT = 'not built yet, it comes with a later version';

type MenuEntryProps = {
  item: MenuItem;
  /** The number of records behind it that wait for staff. */
  count: number;
  /** True when the menu is folded to its icons. */
  isFolded: boolean;
  onIntent: (path: string) => void;
  onFollow: (() => void) | undefined;
};

/** An item of the menu: a link to its page, with a note if the page is not built yet. */
function MenuEntry({ item: { path, label, ready }, count, isFolded, onIntent, onFollow }: MenuEntryProps) {
  const { pathname } = useLocation();
  return (
    <Tooltip label={ready ? label : `${label}: ${NOT_BUILT}`} position="right" disabled={!isFolded} events={SHOWN_ON}>
      <Link
        to={path}
        aria-current={isSamePage(path, pathname) ? 'page' : undefined}
        className={styles.item ?? ''}
        data-soon={!ready || undefined}
        onMouseEnter={() => onIntent(path)}
        onClick={() => onFollow?.()}
      >
        <Icon name={iconOf(path)} />
        <span className={isFolded ? 'visually-hidden' : undefined}>{label}</span>
        {count > 0 && (
          <>
            <span className={styles.count} aria-hidden="true">
              {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
            </span>
            <span className="visually-hidden">({count.toLocaleString('en-GB')} waiting)</span>
          </>
        )}
        {!ready && (
          <>
            {!isFolded && (
              <span className={styles.soon} aria-hidden="true">
                soon
              </span>
            )}
            <span className="visually-hidden">({NOT_BUILT})</span>
          </>
        )}
      </Link>
    </Tooltip>
  );
}

const MOST_SHOWN = 999;

const SHOWN_ON = { hover: true, focus: true, touch: false };

type MenuSectionProps = {
  group: MenuGroup;
  isOpen: boolean;
  /** The group of the page that is shown cannot be closed. */
  isCurrent: boolean;
  /** True when the menu is folded: only the heading's arrow shows. */
  isFolded: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** A group of the menu under a heading that opens and closes it. */
function MenuSection({ group, isOpen, isCurrent, isFolded, onToggle, children }: MenuSectionProps) {
  const id = useId();
  return (
    <section aria-label={group.label}>
      <h2>
        <UnstyledButton
          className={styles.heading ?? ''}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-disabled={isCurrent || undefined}
          title={isCurrent ? 'The group of this page stays open' : group.label}
          onClick={() => !isCurrent && onToggle()}
        >
          <span className={isFolded ? 'visually-hidden' : undefined}>{group.label}</span>
          <Icon name="chevron" size="0.8em" />
        </UnstyledButton>
      </h2>
      {isOpen && (
        <ul id={id} className={styles.items}>
          {children}
        </ul>
      )}
    </section>
  );
}

export type SidebarProps = {
  menus: readonly Menu[];
  menu: Menu;
  onSide: (key: string) => void;
  /** Called when the person is about to follow a link, to fetch its code. */
  onIntent: (path: string) => void;
  /** The numbers of records that wait for staff, by the path of their item. */
  counts?: Readonly<Record<string, number>>;
};

type Props = SidebarProps & {
  folds: MenuFolds;
  isFolded?: boolean;
  /** Called when a link is followed, to close the drawer. */
  onFollow?: () => void;
};

/** The office's menu: one side at a time, with a switch if the role has both. */
export function Sidebar({ menus, menu, onSide, onIntent, counts = {}, folds, isFolded = false, onFollow }: Props) {
  return (
    <div data-folded={isFolded || undefined}>
      {menus.length > 1 && (
        <fieldset className={styles.sides}>
          <legend className="visually-hidden">Side of the business</legend>
          {menus.map(({ key, label }) => (
            <UnstyledButton
              key={key}
              className={styles.side ?? ''}
              aria-label={label}
              aria-pressed={key === menu.key}
              {...(isFolded && { title: label })}
              onClick={() => onSide(key)}
            >
              {isFolded ? label.slice(0, 1) : label}
            </UnstyledButton>
          ))}
        </fieldset>
      )}
      <nav className={styles.nav} aria-label="Office">
        {menu.groups.map((group) => (
          <MenuSection
            key={`${menu.key}/${group.label}`}
            group={group}
            isOpen={folds.isOpen(group)}
            isCurrent={folds.isCurrent(group)}
            isFolded={isFolded}
            onToggle={() => folds.toggle(group)}
          >
            {group.items.map((item) => (
              <li key={item.path}>
                <MenuEntry
                  item={item}
                  count={counts[item.path] ?? 0}
                  isFolded={isFolded}
                  onIntent={onIntent}
                  onFollow={onFollow}
                />
              </li>
            ))}
          </MenuSection>
        ))}
      </nav>
    </div>
  );
}
