import type { MenuGroup } from '@banbo/contract';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import styles from './sidebar.module.css';

type Props = {
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
export function MenuSection({ group, isOpen, isCurrent, isFolded, onToggle, children }: Props) {
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
