import { type FocusEvent, type KeyboardEvent, use, useEffect, useId, useRef, useState } from 'react';
import { ListTrouble } from '../trouble/states.tsx';
import { type FieldProps, FormFrame, inputProps } from './form-frame.tsx';
import listStyles from './form-search-choice.module.css';
import { FormSkinContext } from './form-skin.tsx';

type ChoiceListProps = {
  id: string;
  choices: readonly string[];
  isComing: boolean;
  /** The index of the choice that the arrow keys have reached. */
  active: number;
  chosen: string;
  onChoose: (choice: string) => void;
};

/** The list below a search field. Pressing on a choice must not take the focus from the field. */
function ChoiceList({ id, choices, isComing, active, chosen, onChoose }: ChoiceListProps) {
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
    <div ref={list} className={listStyles.list}>
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
            className={listStyles.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
          >
            {choice}
          </div>
        ))}
      </div>
      <p role="status" className={choices.length > 0 ? 'visually-hidden' : listStyles.nothing}>
        {choices.length > 0 ? `${choices.length} found` : isComing ? 'Loading the list…' : 'No match in the list.'}
      </p>
    </div>
  );
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** The choices that contain the text, matches at the start first; accents and case are ignored. */
export const matchChoices = (choices: readonly string[], input: string): string[] => {
  const wanted = plain(input);
  const found = choices.filter((choice) => plain(choice).includes(wanted));
  const begins = (choice: string) => plain(choice).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((choice) => !begins(choice))];
};

/**
 * Settles the text on leaving the field: a whole choice, the only match, or ''; null if it is
 * unclear.
 */
export const settleChoice = (choices: readonly string[], input: string): string | null => {
  if (plain(input) === '') return '';
  const exact = choices.find((choice) => plain(choice) === plain(input));
  const matches = matchChoices(choices, input);
  return exact ?? (matches.length === 1 ? (matches[0] ?? null) : null);
};

type Props = FieldProps & {
  choices: readonly string[];
  /** `pending` while the list is loading, `error` when that failed. */
  status: 'pending' | 'error' | 'success';
  trouble: string | undefined;
  onRetry: () => void;
};

/**
 * A choice from a long list, found by typing: an ARIA combobox that takes only entries of its list.
 */
export function FormSearchChoice({ choices, status, trouble, onRetry, ...field }: Props) {
  const { Line } = use(FormSkinContext);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const matches = text === null ? choices : matchChoices(choices, text);

  const open = () => {
    if (isOpen || status === 'error') return;
    setActive(Math.max(0, matches.indexOf(field.value)));
    setOpen(true);
  };
  const choose = (choice: string) => {
    field.onChange(choice);
    setText(null);
    setOpen(false);
  };
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget === input.current) return;
    setOpen(false);
    if (text !== null && status === 'success') choose(settleChoice(choices, text) ?? field.value);
    field.onBlur?.(event);
  };
  // Settles text that was typed before the list came, unless the person is still typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list comes, not at every key
  useEffect(() => {
    if (status !== 'success' || text === null || document.activeElement === input.current) return;
    choose(settleChoice(choices, text) ?? field.value);
  }, [status]);

  const move = (by: number) => {
    if (!isOpen) return open();
    setActive((active + by + matches.length) % Math.max(1, matches.length));
  };
  const onKey = (event: KeyboardEvent) => {
    const chosen = matches[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && isOpen && chosen !== undefined) choose(chosen);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <FormFrame {...field}>
      <div className={listStyles.anchor}>
        <Line
          {...inputProps({ ...field, value: text ?? field.value })}
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && matches.length > 0 ? `${listId}-${active}` : undefined}
          aria-busy={status === 'pending'}
          autoComplete="off"
          spellCheck={false}
          readOnly={status === 'error'}
          isChoice
          placeholder={status === 'pending' ? 'Loading...' : 'Type to search…'}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
            setOpen(true);
          }}
          onClick={() => {
            open();
            input.current?.select();
          }}
          onKeyDown={onKey}
          onBlur={leave}
        />
        {isOpen && (
          <ChoiceList
            id={listId}
            choices={matches}
            isComing={status === 'pending'}
            active={active}
            chosen={field.value}
            onChoose={choose}
          />
        )}
        {status === 'error' && <ListTrouble message={trouble} onRetry={onRetry} />}
      </div>
    </FormFrame>
  );
}
