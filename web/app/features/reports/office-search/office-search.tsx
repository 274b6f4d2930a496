import { holds, MAX_OFFICE_SEARCH, type Permission, type StaffRights } from '@banbo/contract';
import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { Icon } from '~/components/icon.tsx';
import { askedFor } from '~/lib/asked-work.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { type Match, useOfficeSearch } from './match-groups.ts';
import styles from './office-search.module.css';
import { noteRecent } from './recent.ts';
import { SearchResults } from './search-results.tsx';

const LABEL = 'Search the office';
const ICON = { variant: 'transparent', c: 'inherit', size: 44 } as const;
const WORDS_FOR_PAGES = 'Find a page or an action';

/** The records that a permission lets a person find, in words. */
const FOUND_BY: readonly (readonly [permissions: readonly Permission[], words: string])[] = [
  [['drivers.read', 'drivers.search'], 'a driver, a car'],
  [['payments.read'], 'a payment, a transaction ID'],
  [['land.read'], 'a tenant, a plot'],
];

const wordsFor = (person: StaffRights): string => {
  const found = FOUND_BY.filter(([permissions]) => permissions.some((permission) => holds(person, permission)));
  return `Find ${found.map(([, words]) => words).join(', ')}`;
};

const triesFor = (person: StaffRights): string =>
  holds(person, 'drivers.read') || holds(person, 'drivers.search')
    ? 'Try a plate, a phone number or part of a name.'
    : 'Try a number or the beginning of a name.';

/** Dialogs keep their focus. */
const ABOVE_PAGE = '[role="dialog"]';

type Props = { person: StaffRights; findsRecords: boolean };

/**
 * The office's search for records, pages and actions; `/` and Ctrl K open it. On phones a button
 * lays it over the bar.
 */
export function OfficeSearch({ person, findsRecords }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isOver, setOver] = useState(false);
  const [at, setAt] = useState(0);
  /** True if Enter came before the answer: its first match is opened. */
  const [isGoing, setGoing] = useState(false);
  const state = useOfficeSearch(text, person, findsRecords);
  const matches = state.groups.flatMap((group) => group.matches);
  const active = matches[Math.min(at, matches.length - 1)];

  const open = () => {
    before.current = document.activeElement;
    flushSync(() => setOver(true));
    input.current?.focus();
    input.current?.select();
  };
  const close = () => {
    setOpen(false);
    setOver(false);
    setGoing(false);
  };
  const leave = () => {
    close();
    setText('');
    const back = before.current;
    // Without a place to go back to, the box keeps the focus.
    if (back instanceof HTMLElement && back !== document.body) back.focus();
  };
  const choose = (match: Match) => {
    noteRecent(match);
    close();
    setText('');
    input.current?.blur();
    void navigate(match.to, match.work && askedFor(match.work));
  };
  usePageKey(['/'], () => {
    open();
    return true;
  });
  useHotkeys([['mod+K', ({ target }) => !(target instanceof Element && target.closest(ABOVE_PAGE)) && open()]], []);

  useEffect(() => {
    if (!isGoing || state.kind === 'busy') return;
    setGoing(false);
    if (active) choose(active);
  });
  const go = () => {
    if (state.kind === 'failed') state.retry();
    else if (state.kind === 'busy') setGoing(true);
    else if (active) choose(active);
  };
  const move = (by: number) => {
    setOpen(true);
    if (matches.length > 0) setAt((Math.min(at, matches.length - 1) + by + matches.length) % matches.length);
  };
  const isTyped = text.trim() !== '';
  const tries = findsRecords ? triesFor(person) : 'Try another word for the page.';
  const nothing = `No match for '${text.trim()}'. ${tries}`;
  const isListed = isOpen && (isTyped || matches.length > 0);
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(isOpen ? 1 : 0);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') go();
    else if (event.key === 'Escape') isListed && isTyped ? setOpen(false) : leave();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <ActionIcon {...ICON} hiddenFrom="sm" aria-expanded={isOver} onClick={open}>
        <Icon name="search" label={LABEL} size="1.4rem" />
      </ActionIcon>
      <search className={styles.box} data-over={isOver || undefined} aria-label="The office">
        <Icon name="search" />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={LABEL}
          aria-autocomplete="list"
          aria-expanded={isListed && matches.length > 0}
          aria-controls={isListed ? `${id}list` : undefined}
          aria-activedescendant={isListed && active ? `${id}list-${active.key}` : undefined}
          aria-keyshortcuts="/ Control+K Meta+K"
          placeholder={findsRecords ? wordsFor(person) : WORDS_FOR_PAGES}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={MAX_OFFICE_SEARCH}
          value={text}
          onFocus={(event) => {
            if (event.relatedTarget) before.current = event.relatedTarget;
            setOpen(true);
          }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setGoing(false);
            setOpen(true);
          }}
          onKeyDown={onKey}
          onBlur={close}
        />
        <span className={styles.key} aria-hidden="true">
          /
        </span>
        <ActionIcon {...ICON} hiddenFrom="sm" onMouseDown={(event) => event.preventDefault()} onClick={leave}>
          <Icon name="cross" label="Close the search" size="1.3rem" />
        </ActionIcon>
        {isListed && (
          <SearchResults id={`${id}list`} state={state} nothing={nothing} active={active} onChoose={choose} />
        )}
      </search>
    </>
  );
}
