import {
  CashUpInput,
  type CashUpRecord,
  type CashUpRow,
  countCashAgain,
  type Denomination,
  denominationWords,
  formatDay,
  formatMoney,
  fromPesewas,
  groupThousands,
  handInCash,
  listDenominations,
  ownCashUpList,
  today,
} from '@banbo/contract';
import { Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { DateField } from '~/components/form/date-field.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { fieldId } from '~/lib/form/check-by.ts';
import { useForm } from '~/lib/form/use-form.ts';
import {
  bodyOfCount,
  type CountValues,
  checkCount,
  emptyCount,
  pieceField,
  piecesIn,
  sumOfCount,
} from './cash-count.ts';
import styles from './cash-up.module.css';

type Props = {
  /** The cash-up that is counted again; null of a new one. */
  again: CashUpRecord | null;
  onSaved?: () => void;
};

type Counting = Props & { denominations: readonly Denomination[] };

/** The day's cash-up that the person has handed in already. */
const useHandedIn = (day: string, isNew: boolean) => {
  const isDay = CashUpInput.shape.day.safeParse(day).success;
  const { data, isLoading } = useQuery({
    ...read(ownCashUpList.page, { query: { from: day, to: day, size: 1 } }),
    enabled: isNew && isDay,
    staleTime: 0,
    // The form stays while another day is looked up.
    placeholderData: keepPreviousData,
  });
  return { cashUp: data?.find((one) => one.day === day) ?? null, isLoading };
};

function HandedIn({ id, number, day, status }: CashUpRow) {
  return (
    <p className="note">
      {status === 'refused'
        ? `Your count of ${formatDay(day)} was not approved. Open it to count again: `
        : `You have handed in your cash of ${formatDay(day)} already: `}
      <Link to={`/cash_up/${id}`}>{number}</Link>
    </p>
  );
}

type PiecesProps = { form: ReturnType<typeof useForm<CountValues>>; denominations: readonly Denomination[] };

function PieceFields({ form, denominations }: PiecesProps) {
  const problem = form.errors.counts;
  return (
    <fieldset
      id={fieldId('counts')}
      tabIndex={-1}
      className={styles.count}
      aria-describedby={problem && 'counts-problem'}
      onChange={() => problem && form.clearFieldError('counts')}
    >
      <legend>Pieces of each note and coin</legend>
      {problem && (
        <p id="counts-problem" role="alert" className={`problem ${styles.whole}`}>
          {problem}
        </p>
      )}
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
  );
}

function Count({ again, onSaved, denominations }: Counting) {
  const navigate = useNavigate();
  const form = useForm({
    initial: emptyCount(denominations, again?.day ?? today()),
    check: (values) => checkCount(values, denominations),
    keyName: 'banbo-cash-up-key',
  });
  const handedIn = useHandedIn(form.values.day ?? '', again === null);
  const send = async (values: CountValues): Promise<{ message: string; id: string }> => {
    const body = bodyOfCount(values, denominations);
    if (again) {
      const answer = await change(countCashAgain, { params: { id: again.id }, body: { counts: body.counts } });
      return { ...answer, id: again.id };
    }
    return change(handInCash, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  const wordsOf = (values: CountValues): string => formatMoney(fromPesewas(sumOfCount(values, denominations)));
  const action = again ? 'Hand in the new count' : 'Hand in';
  return (
    <>
      {!again && <DateField {...form.input('day')} label="Cash of" required max={today()} maw="14rem" mb="sm" />}
      {handedIn.cashUp && <HandedIn {...handedIn.cashUp} />}
      {!handedIn.cashUp && !handedIn.isLoading && (
        <RecordForm
          form={form}
          send={send}
          action={action}
          cancel={again ? `/cash_up/${again.id}` : '/dashboard'}
          then={({ id }) => (onSaved ? onSaved() : navigate(`/cash_up/${id}`))}
          question={(values) => ({
            title: again ? 'Hand in the new count?' : 'Hand in this count?',
            text: `You counted ${wordsOf(values)} for ${formatDay(values.day ?? '')}. Once it is handed in, nobody can change it.`,
            action,
          })}
          unsaved="Your count is not handed in yet. Leaving this page loses it."
        >
          <PieceFields form={form} denominations={denominations} />
          <Text role="status" fw={700} className={styles.whole}>
            Counted: {wordsOf(form.values)}
          </Text>
        </RecordForm>
      )}
    </>
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
