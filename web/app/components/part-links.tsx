import { Link } from 'react-router';
import styles from './part-links.module.css';

type Part = { to: string; label: string; isOpen: boolean };

/** The parts of a record, each at an address of its own, so that Back and a link to a colleague lead to the same one. */
export function PartLinks({ label, parts }: { label: string; parts: readonly Part[] }) {
  return (
    <nav aria-label={label} className={styles.parts}>
      <ul>
        {parts.map(({ to, label: name, isOpen }) => (
          <li key={to}>
            <Link to={to} aria-current={isOpen ? 'page' : undefined} preventScrollReset>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
