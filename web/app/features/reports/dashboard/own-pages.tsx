import { holds, MENUS, menuItems, personalPages, type StaffRole } from '@banbo/contract';
import { Link } from 'react-router';
import styles from './dashboard.module.css';
import { Panel } from './panel.tsx';

/** For roles that see none of the drivers' money: what there is for them. */
export function OwnPages({ role }: { role: StaffRole }) {
  const all = [...menuItems(MENUS[role]), ...personalPages(role)];
  const own = all.filter(
    ({ ready, needs, path }) => ready && (needs === 'staff' || holds(role, needs)) && !/dashboard|logout/.test(path),
  );
  return (
    <Panel title="Your pages" isWide>
      <p className={styles.soft}>
        Money and drivers are for other roles than {role}. These pages are yours
        {all.some(({ ready }) => !ready) && '; those that the menu marks ‘soon’ come with a later version'}.
      </p>
      <ul className={styles.pages}>
        {own.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
