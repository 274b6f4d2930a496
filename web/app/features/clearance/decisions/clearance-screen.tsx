import { clearanceList } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useListState } from '~/components/data-table/use-list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { useLive } from '~/lib/live/use-live.ts';
import { CasePanel } from './case-panel.tsx';
import { CaseTable } from './case-table.tsx';
import { ClearReadyButton } from './clear-ready-button.tsx';
import styles from './clearance.module.css';
import { figuresQuery } from './clearance-queries.ts';
import { ReasonChips } from './reason-chips.tsx';
import { useChosenCase } from './use-chosen-case.ts';
import { CASE_LINK, useRowClicks } from './use-row-clicks.ts';

/** The cases that wait to be cleared, and beside them the chosen one with what may be done. */
export function ClearanceScreen() {
  const state = useListState(clearanceList);
  const { data: figures } = useQuery(figuresQuery);
  const queries = useQueryClient();
  useLive(['claims', 'payments'], () => queries.invalidateQueries({ queryKey: ['clearance'] }));
  const { chosen, addressOf, close } = useChosenCase();
  const list = useRef<HTMLDivElement>(null);
  useRowClicks(list);
  const last = useRef(chosen);
  useEffect(() => {
    // Back in the list, the focus is where it came from.
    if (chosen === null && last.current !== null) {
      list.current?.querySelector<HTMLElement>(`a[${CASE_LINK}="${last.current}"]`)?.focus();
    }
    last.current = chosen;
  }, [chosen]);
  const actions = (
    <>
      <Button component={Link} to="/statement_import" variant="default">
        Import statement
      </Button>
      <ClearReadyButton />
    </>
  );
  return (
    <Page title="Payment Clearance" actions={actions}>
      <ReasonChips
        figures={figures}
        reason={state.filters.reason}
        onReason={(reason) => state.setFilters({ reason, search: '' })}
      />
      <div className={styles.desk} data-open={chosen !== null || undefined}>
        <div ref={list} className={styles.list}>
          <CaseTable state={state} chosen={chosen} addressOf={addressOf} />
          <p className={styles.keys}>Keys: j and k go through the rows, Enter opens one, Esc closes it.</p>
        </div>
        {chosen !== null && <CasePanel key={chosen} id={chosen} onClose={close} addressOf={addressOf} />}
      </div>
    </Page>
  );
}
