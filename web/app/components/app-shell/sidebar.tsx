import { NavLink } from 'react-router';
import { Icon } from '../icon.tsx';
import { type MenuItem, type MenuSide, NOT_READY } from './menu.ts';
import { iconOf } from './menu-icons.ts';
import styles from './sidebar.module.css';

type Props = {
  sides: readonly MenuSide[];
  side: MenuSide;
  onSide: (key: string) => void;
  /** Called when a link is followed, to close the drawer around it. */
  onFollow?: () => void;
};

function Item({ item, onFollow }: { item: MenuItem; onFollow: (() => void) | undefined }) {
  const face = (
    <>
      <Icon name={iconOf(item.path)} />
      <span>{item.label}</span>
    </>
  );
  if (item.ready) {
    return (
      <NavLink to={item.path} className={styles.item ?? ''} onClick={() => onFollow?.()}>
        {face}
      </NavLink>
    );
  }
  return (
    <button type="button" className={styles.item} aria-disabled="true" title={NOT_READY}>
      {face}
      <span className="visually-hidden">({NOT_READY})</span>
    </button>
  );
}

/** The office's menu: one side at a time, with a switch where the role has both. */
export function Sidebar({ sides, side, onSide, onFollow }: Props) {
  return (
    <>
      {sides.length > 1 && (
        <fieldset className={styles.sides}>
          <legend className="visually-hidden">Side of the business</legend>
          {sides.map(({ key, label }) => (
            <label key={key} className={styles.side}>
              <input type="radio" name="side" checked={key === side.key} onChange={() => onSide(key)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      )}
      <nav className={styles.nav} aria-label="Office">
        {side.groups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h2 className={styles.heading}>{group.label}</h2>
            <ul className={styles.items}>
              {group.items.map((item) => (
                <li key={item.path}>
                  <Item item={item} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  );
}
