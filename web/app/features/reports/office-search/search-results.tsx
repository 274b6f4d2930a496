import { TOO_SHORT_TO_SEARCH } from '@banbo/contract';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { PaymentStatusBadge } from '~/components/payments/payment-status.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import type { Match, MatchGroup, SearchState } from './match-groups.ts';
import styles from './office-search.module.css';

type Props = {
  id: string;
  state: SearchState;
  /** The sentence where nothing is found. */
  nothing: string;
  /** The match that Enter opens. */
  active: Match | undefined;
  onChoose: (match: Match) => void;
};

type OptionProps = { id: string; match: Match; isActive: boolean; onChoose: (match: Match) => void };

function Option({ id, match, isActive, onChoose }: OptionProps) {
  const { title, details, status, isRemoved } = match;
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) own.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: field's keys
    <div
      ref={own}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      onClick={() => onChoose(match)}
    >
      <Text span inherit fw={600}>
        {title}
      </Text>
      <Group component="span" gap="0 var(--space-3)" flex={1} c="dimmed" fz={13}>
        {details.map((detail) => (
          <span key={detail}>{detail} </span>
        ))}
      </Group>
      {status && <PaymentStatusBadge status={status} status_reason={null} />}
      {isRemoved && <StatusBadge tone="bad">Removed</StatusBadge>}
    </div>
  );
}

const saidOf = (groups: readonly MatchGroup[]): string =>
  groups.map(({ label, matches, hasMore }) => `${label}: ${matches.length}${hasMore ? ' and more' : ''}`).join(', ');

function Words({ state, nothing }: { state: SearchState; nothing: string }) {
  if (state.kind === 'short') return TOO_SHORT_TO_SEARCH;
  if (state.kind === 'busy') return 'Searching…';
  if (state.kind === 'failed') {
    return (
      <>
        {state.message}{' '}
        <UnstyledButton className="link" c="inherit" fw={700} onClick={state.retry}>
          Try again
        </UnstyledButton>
      </>
    );
  }
  if (state.groups.length > 0) return saidOf(state.groups);
  return nothing;
}

const KIND = { justify: 'space-between', gap: 'sm', px: 'xs', pt: 'xs', pb: 4, c: 'dimmed', fz: '0.75rem' };

/** The matches by kind, below the field, which keeps the focus. */
export function SearchResults({ id, state, nothing, active, onChoose }: Props) {
  const { groups } = state;
  const isSaid = groups.length > 0 && (state.kind === 'found' || state.kind === 'empty');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div className={styles.results} onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="Found" hidden={groups.length === 0}>
        {groups.map(({ label, matches, hasMore }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={label} role="group" aria-label={label}>
            <Group component="p" {...KIND} aria-hidden="true">
              <strong>{label}</strong>
              {hasMore && <span>the first {matches.length}; type more for others</span>}
            </Group>
            {matches.map((match) => (
              <Option
                key={match.key}
                id={`${id}-${match.key}`}
                match={match}
                isActive={match === active}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </div>
      <Text
        {...{ inherit: true, p: 'xs', c: state.kind === 'failed' ? 'var(--danger)' : 'dimmed' }}
        role="status"
        className={isSaid ? 'visually-hidden' : ''}
      >
        <Words state={state} nothing={nothing} />
      </Text>
    </div>
  );
}
