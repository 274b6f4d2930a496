import type { Menu, MenuItem } from '@banbo/contract';
import { NavLink } from 'react-router';
import { toast } from '~/lib/toast.ts';
import { Icon } from '../icon.tsx';
import { iconOf } from './menu-icons.ts';
import styles from './sidebar.module.css';

/** The words about a page of the office that is not built yet. */
export const NOT_BUILT = 'not built yet, it comes with a later version';

type Props = {
  menus: readonly Menu[];
  menu: Menu;
  onSide: (key: string) => void;
  /** Called as a person is about to follow a link, to fetch its code. */
  onIntent: (path: string) => void;
  /** Called when a link is followed, to close the drawer around it. */
  onFollow?: () => void;
};

type ItemProps = { item: MenuItem; onIntent: (path: string) => void; onFollow: (() => void) | undefined };

function Item({ item, onIntent, onFollow }: ItemProps) {
  const face = (
    <>
      <Icon name={iconOf(item.path)} />
      <span>{item.label}</span>
    </>
  );
  if (item.ready) {
    return (
      <NavLink
        to={item.path}
        end
        className={styles.item ?? ''}
        onMouseEnter={() => onIntent(item.path)}
        onClick={() => onFollow?.()}
      >
        {face}
      </NavLink>
    );
  }
  // Screen readers read it, but the keyboard passes over it in the menu.
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.item}
      aria-disabled="true"
      title={NOT_BUILT}
      onClick={() => toast.blank(`${item.label}: ${NOT_BUILT}.`, { id: 'not-ready' })}
    >
      {face}
      <span className={styles.soon} aria-hidden="true">
        soon
      </span>
      <span className="visually-hidden">({NOT_BUILT})</span>
    </button>
  );
}

/** The office's menu: one side at a time, with a switch if the role has both. */
export function Sidebar({ menus, menu, onSide, onIntent, onFollow }: Props) {
  return (
    <>
      {menus.length > 1 && (
        <fieldset className={styles.sides}>
          <legend className="visually-hidden">Side of the business</legend>
          {menus.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              className={styles.side}
              aria-pressed={key === menu.key}
              onClick={() => onSide(key)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
      <nav className={styles.nav} aria-label="Office">
        {menu.groups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h2 className={styles.heading}>{group.label}</h2>
            <ul className={styles.items}>
              {group.items.map((item) => (
                <li key={item.path}>
                  <Item item={item} onIntent={onIntent} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}
