import {
  type CashUpRecord,
  countCashAgain,
  type Denomination,
  denominationWords,
  formatMoney,
  fromPesewas,
  groupThousands,
  handInCash,
  listDenominations,
  today,
} from '@banbo/contract';
import { Text, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { bodyOfCount, checkCount, emptyCount, pieceField, piecesIn, sumOfCount } from './cash-count.ts';
import styles from './cash-up.module.css';

type Props = {
  /** The cash-up that is counted again; null of a new one. */
  again: CashUpRecord | null;
  onSaved?: () => void;
};

function Count({ again, onSaved, denominations }: Props & { denominations: readonly Denomination[] }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: emptyCount(denominations, again?.day ?? today()),
    check: (values) => checkCount(values, denominations),
    keyName: 'banbo-cash-up-key',
  });
  const send = async (values: typeof form.values): Promise<{ message: string; id: string }> => {
    const body = bodyOfCount(values, denominations);
    if (again) {
      const answer = await change(countCashAgain, { params: { id: again.id }, body: { counts: body.counts } });
      return { ...answer, id: again.id };
    }
    return change(handInCash, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action={again ? 'Hand in the new count' : 'Hand in'}
      cancel={again ? `/cash_up/${again.id}` : '/dashboard'}
      then={({ id }) => (onSaved ? onSaved() : navigate(`/cash_up/${id}`))}
      unsaved="Your count is not handed in yet. Leaving this page loses it."
    >
      {!again && <DateField {...form.input('day')} label="Cash of" required max={today()} maw="14rem" />}
      <fieldset className={styles.count}>
        <legend>Pieces of each note and coin</legend>
        {denominations.map((one) => (
          <div key={one.id} className={styles.piece}>
            <label htmlFor={form.input(pieceField(one.id)).id}>{denominationWords(one)}</label>
            <TextInput
              {...form.input(pieceField(one.id))}
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              maxLength={7}
            />
            <span className={styles.amount}>
              {groupThousands(
                fromPesewas(sumOfCount({ [pieceField(one.id)]: String(piecesIn(form.values, one.id) ?? 0) }, [one])),
              )}
            </span>
          </div>
        ))}
      </fieldset>
      {form.errors.counts && <p className="note">{form.errors.counts}</p>}
      <Text role="status" fw={700} className={styles.whole}>
        Counted: {formatMoney(fromPesewas(sumOfCount(form.values, denominations)))}
      </Text>
    </RecordForm>
  );
}

/** Counts the cash of a day by denomination. It says nothing of what is expected. */
export function CashUpForm(props: Props) {
  return (
    <RecordLoaded of="notes and coins" query={{ ...read(listDenominations, { query: {} }), staleTime: 0, gcTime: 0 }}>
      {(all) => <Count {...props} denominations={all.filter(({ is_active }) => is_active)} />}
    </RecordLoaded>
  );
}
