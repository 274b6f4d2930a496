import { MENU_SIDE_LABELS, type MenuGroup, type MenuItem, type MenuSide } from '@banbo/contract';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useKept } from '~/lib/use-kept.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './sidebar.module.css';

/** The dashboard's addresses: the tenants' menu has its own, and the sign-in leads to the first. */
const DASHBOARDS = ['/dashboard', '/admin/dashboard'];

/** The path of the menu's item for a page; of the dashboard under either of its addresses. */
const itemOfPage = (groups: readonly MenuGroup[], page: string): string | undefined => {
  const paths = groups.flatMap(({ items }) => items.map(({ path }) => path));
  return (
    paths.find((path) => path === page) ?? paths.find((path) => [path, page].every((one) => DASHBOARDS.includes(one)))
  );
};

type Choices = Readonly<Record<string, boolean>>;

const choicesOf = (kept: unknown): Choices =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(Object.entries(kept).filter(([, open]) => typeof open === 'boolean'))
    : {};

const SIDES = Object.keys(MENU_SIDE_LABELS) as MenuSide[];

/** The side that a person chose last, and the page on which they did. */
type ChosenSide = { side: MenuSide; page: string };

const sideIn = (kept: unknown): ChosenSide => {
  const { side, page } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  return { side: SIDES.find((one) => one === side) ?? 'drivers', page: typeof page === 'string' ? page : '' };
};

type SideChoice = {
  /** The groups of the side that is shown, and those of both. */
  shown: readonly MenuGroup[];
  /** Null for a person with one side. */
  side: MenuSide | null;
  choose: (side: MenuSide) => void;
};

/** The side of the menu: that of the page, until the person looks at the other one from there. */
export const useMenuSide = (groups: readonly MenuGroup[], page: string): SideChoice => {
  const [chosen, setChosen] = useKept('banbo.menu-side', sideIn);
  const hasBoth = SIDES.every((one) => groups.some(({ side }) => side === one));
  const ofPage = groups.find(({ items }) => items.some(({ path }) => path === page))?.side ?? chosen.side;
  const side = chosen.page === page ? chosen.side : ofPage;
  return {
    shown: hasBoth ? groups.filter((group) => group.side === null || group.side === side) : groups,
    side: hasBoth ? side : null,
    choose: (next) => setChosen({ side: next, page }),
  };
};

type MenuFolds = {
  /** The path of the item of the page that is shown. */
  current: string | undefined;
  /** The group holds the page that is shown, so that it stays open. */
  isCurrent: (group: MenuGroup) => boolean;
  isOpen: (group: MenuGroup) => boolean;
  toggle: (group: MenuGroup) => void;
};

/** The groups of the menu that are open: at first those of daily work, later as they were left. */
export const useMenuFolds = (groups: readonly MenuGroup[], page: string): MenuFolds => {
  const [choices, setChoices] = useKept('banbo.menu-groups', choicesOf);
  const current = itemOfPage(groups, page);
  const isCurrent = ({ items }: MenuGroup): boolean => items.some(({ path }) => path === current);
  const isChosen = (group: MenuGroup): boolean => choices[group.label] ?? group.isOpen;
  return {
    current,
    isCurrent,
    isOpen: (group) => isCurrent(group) || isChosen(group),
    toggle: (group) => setChoices({ ...choices, [group.label]: !isChosen(group) }),
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

type MenuEntryProps = {
  item: MenuItem;
  /** The number of records behind it that wait for staff. */
  count: number;
  /** True for the list of the page that is shown. */
  isCurrent: boolean;
  /** True when the menu is folded to its icons. */
  isFolded: boolean;
  onIntent: (path: string) => void;
  onFollow: (() => void) | undefined;
};

const isPage = (path: string, pathname: string): boolean => path === pathname || DASHBOARDS.includes(path);

/** An item of the menu: a link to its page. */
function MenuEntry({ item: { path, label }, count, isCurrent, isFolded, onIntent, onFollow }: MenuEntryProps) {
  const { pathname } = useLocation();
  return (
    <Tooltip label={label} position="right" disabled={!isFolded} events={SHOWN_ON}>
      <Link
        to={path}
        aria-current={isCurrent ? (isPage(path, pathname) ? 'page' : 'true') : undefined}
        className={styles.item ?? ''}
        onMouseEnter={() => onIntent(path)}
        onClick={() => onFollow?.()}
      >
        {isFolded && <Icon name={iconOf(path)} />}
        <span className={isFolded ? 'visually-hidden' : undefined}>{label}</span>
        {count > 0 && (
          <>
            <span className={styles.count} aria-hidden="true">
              {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
            </span>
            <span className="visually-hidden">({count.toLocaleString('en-GB')} waiting)</span>
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
          {(isFolded || !isOpen) && <Icon name="chevron" size="0.8em" />}
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

/** Groups of one item, which need no heading. */
const isPlain = ({ items }: MenuGroup): boolean => items.length === 1;

export type SidebarProps = {
  groups: readonly MenuGroup[];
  /** Called when the person is about to follow a link, to fetch its code. */
  onIntent: (path: string) => void;
  /** The numbers of records that wait for staff, by the path of their item. */
  counts?: Readonly<Record<string, number>>;
};

type SidesProps = Pick<SideChoice, 'choose'> & { side: MenuSide; isFolded: boolean };

/** The choice between the sides of the office; folded, a press leads to the other one. */
function Sides({ side, choose, isFolded }: SidesProps) {
  const [other = side] = SIDES.filter((one) => one !== side);
  return isFolded ? (
    <Tooltip label={`Show the menu of ${MENU_SIDE_LABELS[other].toLowerCase()}`} position="right" events={SHOWN_ON}>
      <UnstyledButton className={styles.item ?? ''} onClick={() => choose(other)}>
        <Icon name={other === 'land' ? 'map' : 'drivers'} label={`${MENU_SIDE_LABELS[other]} side`} />
      </UnstyledButton>
    </Tooltip>
  ) : (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className={styles.sides} role="group" aria-label="Side of the office">
      {SIDES.map((one) => (
        <UnstyledButton key={one} className={styles.side ?? ''} aria-pressed={one === side} onClick={() => choose(one)}>
          {MENU_SIDE_LABELS[one]}
        </UnstyledButton>
      ))}
    </div>
  );
}

type Props = Omit<SidebarProps, 'groups'> & {
  sides: SideChoice;
  folds: MenuFolds;
  isFolded?: boolean;
  /** Called when a link is followed, to close the drawer. */
  onFollow?: () => void;
};

/** The office's menu. */
export function Sidebar({ sides, onIntent, counts = {}, folds, isFolded = false, onFollow }: Props) {
  const entry = (item: MenuItem) => (
    <li key={item.path}>
      <MenuEntry
        item={item}
        count={counts[item.path] ?? 0}
        isCurrent={item.path === folds.current}
        isFolded={isFolded}
        onIntent={onIntent}
        onFollow={onFollow}
      />
    </li>
  );
  return (
    <nav className={styles.nav} aria-label="Office" data-folded={isFolded || undefined}>
      {sides.side && <Sides side={sides.side} choose={sides.choose} isFolded={isFolded} />}
      {sides.shown.map((group) =>
        isPlain(group) ? (
          <ul key={group.label} className={styles.items}>
            {group.items.map(entry)}
          </ul>
        ) : (
          <MenuSection
            key={group.label}
            group={group}
            isOpen={folds.isOpen(group)}
            isCurrent={folds.isCurrent(group)}
            isFolded={isFolded}
            onToggle={() => folds.toggle(group)}
          >
            {group.items.map(entry)}
          </MenuSection>
        ),
      )}
    </nav>
  );
}
