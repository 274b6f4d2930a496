import { Link } from 'react-router';
import styles from './setup.module.css';

type Props = { parts: readonly { key: string; label: string }[]; current: string };

/** The parts of the setup; the one that is open stands in the address. */
export function SetupParts({ parts, current }: Props) {
  return (
    <nav aria-label="Parts of the setup">
      <ul className={styles.parts}>
        {parts.map(({ key, label }) => (
          <li key={key}>
            <Link to={`?part=${key}`} aria-current={key === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
