import { WIZARD_PAGES } from './wizard-pages.ts';
import styles from './wizard-progress.module.css';

/** Where the person is among the six pages. */
export function WizardProgress({ page }: { page: number }) {
  return (
    <nav aria-label="Steps of the registration" className={styles.progress}>
      <p className={styles.count}>
        Step {page + 1} of {WIZARD_PAGES.length}
      </p>
      <ol>
        {WIZARD_PAGES.map(({ title }, index) => (
          <li key={title} data-done={index < page || undefined} aria-current={index === page ? 'step' : undefined}>
            <span className={styles.name}>{title}</span>
            {index < page && <span className="visually-hidden"> (filled in)</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
