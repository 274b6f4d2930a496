import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { type RunningWork, useRunningWork } from '~/lib/running-work.ts';
import { followKept } from '~/lib/server-work.ts';
import styles from './work-tray.module.css';

function OneWork({ work: { label, to, share, words } }: { work: RunningWork }) {
  return (
    <li>
      <p>
        {to ? <Link to={to}>{label}</Link> : label}
        {words && `: ${words}`}
      </p>
      <progress max={1} {...(share !== null && { value: share })} aria-label={label} />
    </li>
  );
}

/** Long work that goes on, at the foot of every page but the one that shows it. */
export function WorkTray({ user }: { user: string }) {
  useEffect(() => followKept(user), [user]);
  const { pathname } = useLocation();
  const works = useRunningWork().filter(({ to }) => to !== pathname);
  if (works.length === 0) return null;
  return (
    <section className={styles.tray} aria-label="In progress">
      <ul>
        {works.map((work) => (
          <OneWork key={work.id} work={work} />
        ))}
      </ul>
      {works.some(({ to }) => !to) && <p className="soft">Keep this tab open until it is done.</p>}
    </section>
  );
}
