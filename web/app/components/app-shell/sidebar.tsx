import type { Menu } from '@banbo/contract';
import { MenuEntry } from './menu-entry.tsx';
import { MenuSection } from './menu-section.tsx';
import styles from './sidebar.module.css';
import type { MenuFolds } from './use-menu-folds.ts';

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
