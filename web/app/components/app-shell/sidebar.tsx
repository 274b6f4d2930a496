import type { Menu, MenuGroup } from '@banbo/contract';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import { MenuEntry } from './menu-entry.tsx';
import styles from './sidebar.module.css';
import type { MenuFolds } from './use-menu-folds.ts';

type MenuSectionProps = {
  group: MenuGroup;
  isOpen: boolean;
  /** The group of the page that is shown cannot be closed. */
  isCurrent: boolean;
  /** Only the arrow of its heading is seen. */
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
        <button
          type="button"
          className={styles.heading}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-disabled={isCurrent || undefined}
          title={isCurrent ? 'The group of this page stays open' : group.label}
          onClick={() => !isCurrent && onToggle()}
        >
          <span className={isFolded ? 'visually-hidden' : undefined}>{group.label}</span>
          <Icon name="chevron" size="0.8em" />
        </button>
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
  /** Called as a person is about to follow a link, to fetch its code. */
  onIntent: (path: string) => void;
  /** Records that wait for somebody, by the path of their item. */
  counts?: Readonly<Record<string, number>>;
};

type Props = SidebarProps & {
  folds: MenuFolds;
  isFolded?: boolean;
  /** Called when a link is followed, to close the drawer around it. */
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
            <button
              key={key}
              type="button"
              className={styles.side}
              aria-label={label}
              aria-pressed={key === menu.key}
              {...(isFolded && { title: label })}
              onClick={() => onSide(key)}
            >
              {isFolded ? label.slice(0, 1) : label}
            </button>
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
