import { Icon } from '../icon.tsx';
import styles from './app-shell.module.css';

type Props = { isFolded: boolean; onToggle: () => void };

/** Folds the menu beside the page to its icons, or shows its names. */
export function FoldButton({ isFolded, onToggle }: Props) {
  return (
    <button
      type="button"
      className={`${styles.open} ${styles.fold}`}
      aria-expanded={!isFolded}
      aria-controls="office-menu"
      title={isFolded ? 'Show the names of the menu' : 'Fold the menu to icons'}
      onClick={onToggle}
    >
      <Icon name="menu" label="Names of the menu" size="1.3rem" />
    </button>
  );
}
