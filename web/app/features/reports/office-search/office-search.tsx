import { MAX_OFFICE_SEARCH } from '@banbo/contract';
import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { Icon } from '~/components/icon.tsx';
import { usePageKey } from '~/lib/use-page-key.ts';
import type { Match } from './match-groups.ts';
import { useOfficeSearch } from './match-groups.ts';
import styles from './office-search.module.css';
import { SearchResults } from './search-results.tsx';

const LABEL = 'Find in the office';
const ICON = { variant: 'transparent', c: 'inherit', size: 44 } as const;
const WORDS = 'Find a driver, a car, a payment, a transaction ID';

/** The office's search; `/` opens it. On phones a button lays it over the bar. */
export function OfficeSearch() {
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
  const state = useOfficeSearch(text);
  const matches = state.kind === 'found' ? state.groups.flatMap((group) => group.matches) : [];
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
    close();
    setText('');
    input.current?.blur();
    void navigate(match.to);
  };
  usePageKey(['/'], () => {
    open();
    return true;
  });

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
  const isListed = isOpen && text.trim() !== '';
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(isOpen ? 1 : 0);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') go();
    else if (event.key === 'Escape') isListed ? setOpen(false) : leave();
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
          aria-keyshortcuts="/"
          placeholder={WORDS}
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
        {isListed && <SearchResults id={`${id}list`} state={state} active={active} onChoose={choose} />}
      </search>
    </>
  );
}
