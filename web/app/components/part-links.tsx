import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './part-links.module.css';

type Part = { to: string; label: string; isOpen: boolean };

/**
 * The parts of a page, each at an address of its own, so that Back and a link to a colleague lead to the same one. Where they are
 * wider than the screen, the open one is in sight.
 */
export function PartLinks({ label, parts }: { label: string; parts: readonly Part[] }) {
  const row = useRef<HTMLElement>(null);
  const open = parts.find(({ isOpen }) => isOpen)?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is open then
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !link) return;
    // The row alone moves: scrollIntoView would move the page too.
    row.current.scrollLeft = link.offsetLeft + link.offsetWidth / 2 - row.current.clientWidth / 2;
  }, [open]);
  return (
    <nav ref={row} aria-label={label} className={styles.parts}>
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
