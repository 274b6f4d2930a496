import { useEffect, useRef } from 'react';
import styles from './choice-list.module.css';

type Props = {
  id: string;
  choices: readonly string[];
  isComing: boolean;
  /** The index of the choice that the arrow keys have reached. */
  active: number;
  chosen: string;
  onChoose: (choice: string) => void;
};

/** The list below a search field. Pressing on a choice must not take the focus from the field. */
export function ChoiceList({ id, choices, isComing, active, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLDivElement>(null);
  // Scrolls the whole list into view when it opens below the screen.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref moves when `active` changes
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} className={styles.list}>
      <div id={id} role="listbox" aria-label="Choices">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
          <div
            key={choice}
            id={`${id}-${index}`}
            ref={index === active ? current : null}
            role="option"
            aria-selected={choice === chosen}
            data-active={index === active || undefined}
            className={styles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
          >
            {choice}
          </div>
        ))}
      </div>
      <p role="status" className={choices.length > 0 ? 'visually-hidden' : styles.nothing}>
        {choices.length > 0
          ? `${choices.length} found`
          : isComing
            ? 'The list is on its way…'
            : 'Nothing like that is in the list.'}
      </p>
    </div>
  );
}
