import {
  type AnswerOf,
  CASE_REASON_LABELS,
  CaseId,
  type clearanceFigures,
  clearanceList,
  clearReady,
  formatMoney,
  groupThousands,
  MAX_READY_AT_ONCE,
  WAITING_REASONS,
} from '@banbo/contract';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { changeAddress, useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { CasePanel } from './case-panel.tsx';
import { CASE_LINK, CaseTable, useRowClicks } from './case-table.tsx';
import styles from './clearance.module.css';
import { figuresQuery } from './clearance-queries.ts';

/** Reasons that the menu has at zero, too. */
const ALWAYS: readonly string[] = ['ready', 'no_receipt', 'differs', 'other_car', 'disputed', 'reclaimed', 'no_claim'];

type Props = {
  figures: AnswerOf<typeof clearanceFigures> | undefined;
  /** The reason that is filtered by; empty for all. */
  reason: string;
  onReason: (reason: string) => void;
};

type Kind = { name: string; label: string; count: string };

/** The kinds of cases with how many of each wait; the first one is all of them. */
const kindsOf = ({ figures, reason }: Pick<Props, 'figures' | 'reason'>): Kind[] => {
  const countOf = (name: string): number => figures?.reasons.find((one) => one.reason === name)?.count ?? 0;
  const shown = WAITING_REASONS.filter((name) => ALWAYS.includes(name) || countOf(name) > 0 || name === reason);
  const inWords = (count: number): string => (figures ? groupThousands(String(count)) : '…');
  return [
    {
      name: '',
      label: 'cases waiting',
      count: `${inWords(figures?.all.count ?? 0)}${figures?.is_cut ? '+' : ''}`,
    },
    ...shown.map((name) => ({ name, label: CASE_REASON_LABELS[name].toLowerCase(), count: inWords(countOf(name)) })),
  ];
};

/** All kinds with how many of each wait, in one menu that filters by them. */
function KindMenu({ reason, onReason, ...given }: Props) {
  return (
    <NativeSelect
      className={styles.kinds ?? ''}
      maw={{ sm: '20rem' }}
      mb="sm"
      label="Why it waits"
      data={kindsOf({ reason, ...given }).map(({ name, label, count }) => ({
        value: name,
        label: `${count} ${label}`,
      }))}
      value={reason}
      onChange={(event) => onReason(event.currentTarget.value)}
    />
  );
}

/** Clears at once what is ready, after asking. */
function ClearReadyButton() {
  const { data: figures } = useQuery(figuresQuery);
  const ready = figures?.reasons.find(({ reason }) => reason === 'ready');
  if (!ready) return null;
  const count = Math.min(ready.count, MAX_READY_AT_ONCE);
  const words = `Clear ${count} that ${count === 1 ? 'is' : 'are'} ready`;
  return (
    <ChangeButton
      label={words}
      title={`${words}?`}
      action={`Clear ${count}`}
      button={{ variant: 'filled' }}
      send={() => change(clearReady, {})}
    >
      <p>
        {ready.count > count ? `The oldest ${count} of ${ready.count} that are ready` : 'Those that are ready'} have
        money with their transaction ID and amount. In all, {formatMoney(ready.amount)} waits to be cleared so.
      </p>
    </ChangeButton>
  );
}

const NAME = 'case';

/** The case that is open beside the list. The address names it, so it can be shared. */
const useChosenCase = () => {
  const [query, setQuery] = useSearchParams();
  const given = CaseId.safeParse(query.get(NAME));
  const addressOf = (id: string): string => `?${changeAddress(query, { [NAME]: id })}`;
  const close = (): void => setQuery(changeAddress(query, { [NAME]: null }), { preventScrollReset: true });
  return { chosen: given.success ? given.data : null, addressOf, close };
};

/** The cases that wait to be cleared, and beside them the chosen one with what may be done. */
export function ClearanceScreen() {
  const state = useListState(clearanceList);
  const { data: figures } = useQuery(figuresQuery);
  useLive(['claims', 'payments'], () => refresh('clearance'));
  const { chosen, addressOf, close } = useChosenCase();
  const list = useRef<HTMLDivElement>(null);
  useRowClicks(list);
  const last = useRef(chosen);
  useEffect(() => {
    // Returns the focus to the row of the closed case.
    if (chosen === null && last.current !== null) {
      list.current?.querySelector<HTMLElement>(`a[${CASE_LINK}="${last.current}"]`)?.focus();
    }
    last.current = chosen;
  }, [chosen]);
  const kinds: Props = {
    figures,
    reason: state.filters.reason,
    onReason: (reason) => state.setFilters({ reason, search: '' }),
  };
  const actions = (
    <>
      <Button component={Link} to="/statement_import" variant="default">
        Import statement
      </Button>
      <ClearReadyButton />
    </>
  );
  return (
    <Page actions={actions}>
      <KindMenu {...kinds} />
      <div className={styles.desk} data-open={chosen !== null || undefined}>
        <div ref={list} className={styles.list}>
          <CaseTable state={state} chosen={chosen} addressOf={addressOf} />
          <Text c="dimmed" fz={13} mt="sm" visibleFrom="sm">
            Keys: j and k go through the rows, Enter opens one, Esc closes it.
          </Text>
        </div>
        {chosen !== null && <CasePanel key={chosen} id={chosen} onClose={close} addressOf={addressOf} />}
      </div>
    </Page>
  );
}
