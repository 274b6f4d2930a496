import {
  caseFee,
  decideMany,
  formatMoney,
  formatNet,
  fromPesewas,
  groupThousands,
  type PreviewedCase,
  previewClearance,
  shownName,
  toPesewas,
} from '@banbo/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Cell, ColumnHead, HeadRow, Row, RowGroup, TableFrame } from '~/components/data-table/table-parts.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { call } from '~/lib/api/api.ts';
import { change } from '~/lib/api/query-client.ts';
import { useAction } from '~/lib/api/use-action.ts';

type Outcome = { id: string; is_done: boolean; message: string };

const feesOf = ({ pays }: PreviewedCase): string => pays.map((fee) => caseFee(fee)).join(', ') || '–';

const signed = (amount: string): string => (amount.startsWith('-') ? formatNet(amount) : `+${formatNet(amount)}`);

/** The outcome of a case, or why it is left out. */
function Ending({ one, outcome }: { one: PreviewedCase; outcome: Outcome | undefined }) {
  if (outcome) return <span className={outcome.is_done ? undefined : 'bad'}>{outcome.message}</span>;
  if (one.why_not !== null) return <span className="soft">Left out: {one.why_not}</span>;
  return one.difference === '0.00' ? 'Agrees' : signed(one.difference);
}

function PreviewTable({ cases, outcomes }: { cases: readonly PreviewedCase[]; outcomes: readonly Outcome[] }) {
  return (
    <TableFrame caption="What would be cleared" isBusy={false}>
      <HeadRow>
        <ColumnHead>Driver</ColumnHead>
        <ColumnHead>Pays</ColumnHead>
        <ColumnHead data-align="end">Amount</ColumnHead>
        <ColumnHead>Difference</ColumnHead>
      </HeadRow>
      <RowGroup as="tbody">
        {cases.map((one) => (
          <Row key={one.id}>
            <Cell data-label="Driver" data-heading>
              {shownName(one.driver?.fullname ?? one.name) || 'Unknown payer'}
              {one.driver && <span className="soft"> {one.driver.car_number}</span>}
            </Cell>
            <Cell data-label="Pays">{feesOf(one)}</Cell>
            <Cell data-label="Amount" data-align="end">
              {groupThousands(one.amount)}
            </Cell>
            <Cell data-label="Difference">
              <Ending one={one} outcome={outcomes.find(({ id }) => id === one.id)} />
            </Cell>
          </Row>
        ))}
      </RowGroup>
    </TableFrame>
  );
}

type Props = {
  /** The marked cases; absent for the money whose reference names a known car. */
  ids?: readonly string[];
  onClose: () => void;
  onDone: () => void;
};

/** Shows what clearing each of several cases would do, and clears those after one question. */
export function PreviewMany({ ids, onClose, onDone }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['preview of cases', ids ?? 'by reference'],
    queryFn: () => call(previewClearance, { body: ids ? { ids: [...ids] } : {} }),
    staleTime: 0,
    gcTime: 0,
  });
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const isLeftOut = ({ decision }: PreviewedCase): number => (decision === null ? 1 : 0);
  const cases = (data?.cases ?? []).slice().sort((one, other) => isLeftOut(one) - isLeftOut(other));
  const able = cases.flatMap(({ id, decision, amount }) => (decision === null ? [] : [{ id, decision, amount }]));
  const sum = fromPesewas(able.reduce((all, { amount }) => all + toPesewas(amount), 0n));
  const clearing = useAction({
    run: () => change(decideMany, { body: { decisions: able.map(({ id, decision }) => ({ id, decision })) } }),
    says: ({ message }) => message,
    onDone: (answer) => {
      if (answer.outcomes.every(({ is_done }) => is_done)) onDone();
      else setOutcomes(answer.outcomes);
    },
  });
  const isOver = outcomes.length > 0;
  return (
    <Modal opened onClose={isOver ? onDone : onClose} title="Clear these cases?" size="xl" centered>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">Looking at each case…</p>}
      {data && cases.length === 0 && <p>No money waits whose reference names a known car.</p>}
      {cases.length > 0 && <PreviewTable cases={cases} outcomes={outcomes} />}
      {data && !isOver && able.length > 0 && (
        <Text inherit mt="sm">
          {able.length} of {cases.length} can be cleared, {formatMoney(sum)} in all. Each is decided by itself. Money
          above a price becomes the driver’s credit. So does money below it, until the whole price is paid.
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={isOver ? onDone : onClose}>
          {isOver || able.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {data && !isOver && able.length > 0 && (
          <Button key="clear" autoFocus loading={clearing.isPending} onClick={() => clearing.mutate()}>
            Clear {able.length}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
