import { formatDay, formatMoney, shownName } from '@banbo/contract';
import { Button, TextInput } from '@mantine/core';
import { NetworkChoice } from '~/components/payments/desk/money-fields.tsx';
import { StatusBadge } from '~/components/record/fact-list.tsx';
import { MoneyInput } from '~/components/record/record-form.tsx';
import styles from './capture.module.css';
import { MAX_ID_LENGTH } from './capture-values.ts';
import { type PastedRow, stateOfRow, type useManyCaptures } from './use-many-captures.ts';

const STATES = {
  ready: ['good', 'Recognised'],
  known: ['plain', 'Already captured'],
  aside: ['plain', 'Set aside'],
  unreadable: ['bad', 'Please check'],
} as const;

type Many = Pick<ReturnType<typeof useManyCaptures>, 'rows' | 'change' | 'leave' | 'leaveOut'>;
type RowProps = { row: PastedRow; name: string; many: Many };

/** Amount and ID of a message; fields where it lacks them or they were refused. */
function TypedParts({ row: { key, values, typed }, name, many }: RowProps) {
  return (
    <>
      {typed.amount ? (
        <MoneyInput
          size="xs"
          aria-label={`Amount of ${name}`}
          value={values.amount}
          onText={(amount) => many.change(key, { amount })}
        />
      ) : (
        <strong>{formatMoney(values.amount)}</strong>
      )}
      {typed.id ? (
        <TextInput
          size="xs"
          className="upper"
          aria-label={`Transaction ID of ${name}`}
          placeholder="Transaction ID"
          maxLength={MAX_ID_LENGTH}
          value={values.transaction_id}
          onChange={(event) => many.change(key, { transaction_id: event.currentTarget.value })}
          onBlur={() => many.leave(key)}
        />
      ) : (
        <span>{values.transaction_id}</span>
      )}
    </>
  );
}

function Row(props: RowProps) {
  const { row, name, many } = props;
  const { key, values, preview } = row;
  const state = stateOfRow(row, many.rows);
  const [tone, words] = STATES[state.kind];
  return (
    <li>
      <div className={styles.line}>
        {state.kind !== 'aside' && (
          <>
            <TypedParts {...props} />
            <span>{values.payer_name === '' ? values.mobile_number : shownName(values.payer_name)}</span>
            <span>{values.reference}</span>
            <span>{formatDay(values.received_on)}</span>
          </>
        )}
        <StatusBadge tone={tone}>{words}</StatusBadge>
        <Button variant="subtle" size="compact-sm" aria-label={`Leave out ${name}`} onClick={() => many.leaveOut(key)}>
          Leave out
        </Button>
      </div>
      <p className="soft">{state.words}</p>
      {preview?.needs_network && (
        <NetworkChoice
          input={{
            size: 'xs',
            w: '14rem',
            value: values.network,
            onChange: (event) => {
              many.change(key, { network: event.currentTarget.value });
              many.leave(key);
            },
          }}
        />
      )}
      {(state.kind === 'unreadable' || state.kind === 'aside') && <q className={styles.message}>{values.message}</q>}
    </li>
  );
}

/** The pasted messages line by line: what each would do, and fields for what it lacks. */
export const PastedRows = ({ many }: { many: Many }) => (
  <ol className={styles.lines} data-pasted="">
    {many.rows.map((row, index) => (
      <Row key={row.key} row={row} name={`message ${index + 1}`} many={many} />
    ))}
  </ol>
);
