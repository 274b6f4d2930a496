import { CaseId, clearanceList, clearReady, formatMoney, MAX_READY_AT_ONCE } from '@banbo/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useListState } from '~/components/data-table/list-state.ts';
import { Page } from '~/components/page/page.tsx';
import { ChangeButton } from '~/components/record/record-actions.tsx';
import { change, refresh } from '~/lib/api/query-client.ts';
import { useLive } from '~/lib/live/use-live.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { type CaseFlow, CaseFlowContext, useCaseFlow } from './case-flow.tsx';
import { CASE_LINK } from './case-link.ts';
import { CasePanel } from './case-panel.tsx';
import { CaseTable, useRowClicks } from './case-table.tsx';
import styles from './clearance.module.css';
import { figuresQuery } from './clearance-queries.ts';
import { MarkedBar, useMarkedRows } from './marked-rows.tsx';
import { PreviewMany } from './preview-many.tsx';
import { ReasonChips } from './reason-chips.tsx';

/** Clears at once what is ready, after asking. */
function ClearReadyButton() {
  const { data: figures } = useQuery(figuresQuery());
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
        money with their transaction ID and amount. In all, {formatMoney(ready.amount)} is ready to be cleared.
      </p>
    </ChangeButton>
  );
}

const WITHOUT_CLAIM: ReadonlySet<string> = new Set(['no_claim', 'unknown_car', 'left']);

/** Previews what money without a claim pays whose reference names a known car. */
function ByReference() {
  const { data: figures } = useQuery(figuresQuery());
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  // Shown until it is known that there is none, so that the buttons beside it stay where they are.
  if (figures?.reasons.every(({ reason }) => !WITHOUT_CLAIM.has(reason))) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Pay by car number…
      </Button>
      {isOpen && <PreviewMany onClose={close} onDone={close} />}
    </>
  );
}

/** The keys of the page while no case takes them, and those that every case has. */
const useFlowKeys = (flow: CaseFlow): void => {
  const does = (act: () => unknown) => (): undefined => void act();
  usePageKey(['n'], does(flow.next), 'Next case');
  usePageKey(['p', 'b'], does(flow.previous), 'Previous case');
  usePageKey(['z', 'u'], does(flow.undo), 'Undo the last decision, or look at it');
};

/** The cases that wait to be cleared, and beside them the chosen one with what may be done. */
export function ClearanceScreen() {
  const state = useListState(clearanceList);
  const [query] = useSearchParams();
  const { data: figures } = useQuery(figuresQuery(state.filters));
  useLive(['claims', 'payments'], () => refresh('clearance'));
  const given = CaseId.safeParse(query.get('case'));
  const chosen = given.success ? given.data : null;
  const flow = useCaseFlow({ state, chosen });
  const marked = useMarkedRows(flow.rows);
  useFlowKeys(flow);
  const list = useRef<HTMLDivElement>(null);
  useRowClicks(list);
  const last = useRef(chosen);
  useEffect(() => {
    // Returns the focus to the row of the closed case, or to the first one where that is decided.
    if (chosen === null && last.current !== null) {
      const links = [...(list.current?.querySelectorAll<HTMLElement>(`a[${CASE_LINK}]`) ?? [])];
      (links.find((link) => link.getAttribute(CASE_LINK) === last.current) ?? links[0])?.focus();
    }
    last.current = chosen;
  }, [chosen]);
  const { reason, search } = state.filters;
  const chips = (
    <ReasonChips
      figures={figures}
      isNarrow={chosen !== null}
      reason={search === '' ? reason : null}
      found={flow.count}
      onReason={(one) => state.setFilters({ reason: one, search: '' })}
    />
  );
  const actions = (
    <>
      <Button component={Link} to="/statement_import" variant="default">
        Import statement
      </Button>
      <ByReference />
      <ClearReadyButton />
    </>
  );
  return (
    <Page actions={actions}>
      <CaseFlowContext value={flow}>
        <div className={styles.desk} data-open={chosen !== null || undefined}>
          <div ref={list} className={styles.list}>
            <MarkedBar marked={marked} isOpen={chosen !== null} />
            <CaseTable state={state} chosen={chosen} addressOf={flow.addressOf} marked={marked} start={chips} />
          </div>
          {chosen !== null && <CasePanel key={chosen} id={chosen} flow={flow} />}
        </div>
      </CaseFlowContext>
    </Page>
  );
}
