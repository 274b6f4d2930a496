import { type CaseDecisionBody, clearanceList, type TransferDecisionBody } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { changeAddress, type ListState, listQuery } from '~/components/data-table/list-state.ts';
import { queryClient } from '~/lib/api/query-client.ts';
import { toast } from '~/lib/toast.ts';
import { CASE_REFRESH_MS, caseQuery, sendCaseDecision, sendMoneyDecision } from './clearance-queries.ts';

const NAME = 'case';

/** A decision that was sent: its case, and what undoes it. */
type Sent = { id: string; decision: string };

/** Told of each decision that the open case took; null outside of the page of clearance. */
export const CaseFlowContext = createContext<{ began: () => (sent: Sent) => void } | null>(null);

/** Sends decisions, after which the next case of the list opens. */
export const useDecisions = () => {
  const flow = useContext(CaseFlowContext);
  const follow = async <T,>(sent: Sent, send: () => Promise<T>): Promise<T> => {
    const went = flow?.began();
    const answer = await send();
    went?.(sent);
    return answer;
  };
  return {
    decideCase: (id: string, body: CaseDecisionBody) =>
      follow({ id, decision: body.decision }, () => sendCaseDecision(id, body)),
    decideMoney: (id: string, body: TransferDecisionBody) =>
      follow({ id: `T${id}`, decision: body.decision }, () => sendMoneyDecision(id, body)),
  };
};

/** Decisions after which the case stays open. */
const STAYING: ReadonlySet<string> = new Set(['note', 'undo']);
const UNDONE: ReadonlySet<string> = new Set(['reject', 'dismiss']);

type Given = { state: ListState<typeof clearanceList>; chosen: string | null };

/** The cases of the list, and the way from one to the next. The address names the open one. */
export const useCaseFlow = ({ state, chosen }: Given) => {
  const [query, setQuery] = useSearchParams();
  const { data, isPlaceholderData } = useQuery(
    listQuery(clearanceList, state, { refreshMs: CASE_REFRESH_MS, isLive: true }),
  );
  const ids = data?.rows.map(({ id }) => id) ?? [];
  const last = useRef<Sent | null>(null);
  const latest = useRef({ query, setQuery });
  latest.current = { query, setQuery };
  const addressOf = (id: string): string => `?${changeAddress(query, { [NAME]: id })}`;
  const open = (id: string | null): void => {
    const now = latest.current;
    // Going on from an open case leaves one step to Back: to the list.
    const replace = now.query.has(NAME) && id !== null;
    now.setQuery(changeAddress(now.query, { [NAME]: id }), { preventScrollReset: true, replace });
  };
  const at = chosen === null ? -1 : ids.indexOf(chosen);
  const following = ids[at + 1] ?? ids.find((id) => id !== chosen) ?? null;
  useEffect(() => {
    if (chosen !== null && following !== null) void queryClient.prefetchQuery(caseQuery(following));
  }, [chosen, following]);
  /** The next case was asked for while the list was on its way, and opens with its first answer. */
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || data === undefined) return;
    isAwaited.current = false;
    if (following !== null) open(following);
  });
  const began = () => (sent: Sent) => {
    if (sent.decision !== 'note') last.current = sent;
    if (!STAYING.has(sent.decision)) open(following);
  };
  const undo = async (): Promise<void> => {
    const sent = last.current;
    if (sent === null) return void toast.blank('There is nothing to undo yet.');
    open(sent.id);
    if (!UNDONE.has(sent.decision)) return;
    last.current = null;
    const isMoney = sent.id.startsWith('T');
    const send = isMoney
      ? sendMoneyDecision(sent.id.slice(1), { decision: 'undo' })
      : sendCaseDecision(sent.id, { decision: 'undo' });
    await send.then(
      ({ message }) => toast.success(message),
      (error: Error) => toast.error(error.message),
    );
  };
  return {
    ids,
    /** None while those of a former filter are still seen. */
    rows: isPlaceholderData ? [] : (data?.rows ?? []),
    /** How many cases the filters find, on all pages; undefined while that is read. */
    count: data?.count,
    addressOf,
    open,
    close: () => open(null),
    began,
    undo,
    next: (): void => {
      if (following !== null) open(following);
      else isAwaited.current = data === undefined;
    },
    previous: (): void => {
      if (at > 0) open(ids[at - 1] ?? null);
    },
    hasPrevious: at > 0,
    hasNext: following !== null,
  };
};
export type CaseFlow = ReturnType<typeof useCaseFlow>;
