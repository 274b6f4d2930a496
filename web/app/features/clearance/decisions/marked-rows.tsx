import {
  type CaseDecisionBody,
  type ClearanceCase,
  DecisionReason,
  decideMany,
  formatMoney,
  fromPesewas,
  MAX_DECIDED_AT_ONCE,
  type TransferDecisionBody,
  toPesewas,
} from '@banbo/contract';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ReasonQuestion } from '~/components/question/reason-question.tsx';
import { change } from '~/lib/api/query-client.ts';
import { toast } from '~/lib/toast.ts';
import { usePageKey } from '~/lib/use-page-key.ts';
import { CASE_LINK } from './case-link.ts';
import { DISMISSALS, REJECTIONS } from './clearance-queries.ts';
import { PreviewMany } from './preview-many.tsx';

type Row = ClearanceCase;

/** The rows that are marked for one decision; those that have left the list are marked no more. */
export const useMarkedRows = (rows: readonly Row[]) => {
  const [marked, setMarked] = useState<readonly string[]>([]);
  const chosen = rows.filter(({ id }) => marked.includes(id));
  return {
    rows: chosen,
    /** How many may be marked. */
    most: Math.min(rows.length, MAX_DECIDED_AT_ONCE),
    has: (id: string): boolean => marked.includes(id),
    toggle: (id: string): void =>
      setMarked(marked.includes(id) ? marked.filter((one) => one !== id) : [...marked, id].slice(-MAX_DECIDED_AT_ONCE)),
    all: (): void => setMarked(rows.slice(0, MAX_DECIDED_AT_ONCE).map(({ id }) => id)),
    none: (): void => setMarked([]),
  };
};
export type MarkedRows = ReturnType<typeof useMarkedRows>;

const ENDINGS = {
  claim: { decision: 'reject', action: 'Reject', presets: REJECTIONS, seenBy: 'The payers see it.' },
  transfer: {
    decision: 'dismiss',
    action: 'Set aside',
    presets: DISMISSALS,
    seenBy: 'Stays with the money and in the audit log.',
  },
} as const;

/** Ends all marked cases of one kind with one reason. */
function EndMany({
  rows,
  opened,
  onClose,
  onDone,
}: {
  rows: readonly Row[];
  opened: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  const kind = rows[0]?.kind ?? 'claim';
  const { decision, action, presets, seenBy } = ENDINGS[kind];
  const noun = kind === 'claim' ? 'claims' : 'receipts of money';
  return (
    <ReasonQuestion
      opened={opened}
      title={`${action} ${rows.length} ${noun}?`}
      action={`${action} ${rows.length}`}
      schema={DecisionReason}
      seenBy={seenBy}
      presets={presets}
      danger={kind === 'claim'}
      onClose={onClose}
      send={async ({ reason }) => {
        const decisions = rows.map(({ id }) => ({
          id,
          decision: { decision, reason } as CaseDecisionBody | TransferDecisionBody,
        }));
        const { message, outcomes } = await change(decideMany, { body: { decisions } });
        const refused = outcomes.find(({ is_done }) => !is_done);
        if (refused) toast.error(refused.message);
        onDone();
        return { message };
      }}
    >
      Each is decided by itself. One that cannot be decided stays as it is, and says why. That can be undone case by
      case.
    </ReasonQuestion>
  );
}

/** The decisions on the marked rows, with their sum; the keys work while no case is open. */
export function MarkedBar({ marked, isOpen }: { marked: MarkedRows; isOpen: boolean }) {
  const [asking, setAsking] = useState<'clear' | 'end' | null>(null);
  const { rows } = marked;
  const count = rows.length;
  const isOfOneKind = rows.every(({ kind }) => kind === rows[0]?.kind);
  const close = () => setAsking(null);
  const done = () => {
    close();
    marked.none();
  };
  usePageKey(
    ['x'],
    () => {
      const row = document.activeElement?.closest('tbody tr') ?? document.querySelector('tbody tr[data-chosen]');
      const id = row?.querySelector(`[${CASE_LINK}]`)?.getAttribute(CASE_LINK);
      if (!id) return false;
      marked.toggle(id);
      return true;
    },
    'Mark the row',
  );
  usePageKey(['a'], () => void (count === marked.most ? marked.none() : marked.all()), 'Mark all rows, or none');
  usePageKey(['c', 'r'], (key) => {
    if (count === 0 || isOpen) return false;
    if (key === 'r' && !isOfOneKind) return false;
    setAsking(key === 'c' ? 'clear' : 'end');
    return true;
  });
  if (count === 0) return null;
  const sum = fromPesewas(rows.reduce((all, { amount }) => all + toPesewas(amount), 0n));
  return (
    <Group component="section" aria-label="Marked cases" className="note" gap="xs" mb="sm">
      <Text inherit role="status">
        <strong>{count} marked</strong> · {formatMoney(sum)}
      </Text>
      <Button size="compact-sm" onClick={() => setAsking('clear')}>
        Clear {count}…
      </Button>
      {isOfOneKind && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking('end')}>
          {ENDINGS[rows[0]?.kind ?? 'claim'].action} {count}…
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={marked.none}>
        None
      </Button>
      {asking === 'clear' && <PreviewMany ids={rows.map(({ id }) => id)} onClose={close} onDone={done} />}
      <EndMany rows={rows} opened={asking === 'end'} onClose={close} onDone={done} />
    </Group>
  );
}
