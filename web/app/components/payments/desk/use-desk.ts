import { fromPesewas, parseMoney, toPesewas } from '@banbo/contract';
import { useRef, useState } from 'react';
import { ApiError } from '~/lib/api/api.ts';
import { type FieldErrors, refusalOf } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import type { MoneyValues } from './money-values.ts';
import type { Taken } from './taken-note.tsx';

/** The sum of the rows, as money text; rows without an amount count as nothing. */
export const sumOf = (rows: readonly { amount: string }[]): string =>
  fromPesewas(rows.reduce((sum, { amount }) => sum + toPesewas(parseMoney(amount) ?? '0.00'), 0n));

const ofRows = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name.startsWith('payments')));
const ofMoney = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !name.startsWith('payments')));

type Options<V extends MoneyValues, Row> = {
  initial: V;
  errorsOf: (values: V, rows: readonly Row[]) => FieldErrors;
  /** The tab's name for the retry key. */
  keyName: string;
};

/**
 * The desk's form for money and the rows that it pays, of either side. Problems stand at their row
 * or field, and what was entered stays until the money is taken.
 */
export const useDesk = <V extends MoneyValues, Row extends { key: number; amount: string }>({
  initial,
  errorsOf,
  keyName,
}: Options<V, Row>) => {
  const [rows, showRows] = useState<readonly Row[]>([]);
  const [rowErrors, setRowErrors] = useState<FieldErrors>({});
  const [taken, setTaken] = useState<Taken | null>(null);
  const latest = useRef<readonly Row[]>([]);
  const lastKey = useRef(0);

  const form = useForm<V>({
    initial,
    check: (values) => {
      const errors = errorsOf(values, latest.current);
      setRowErrors(ofRows(errors));
      return Object.keys(ofMoney(errors)).length > 0 ? ofMoney(errors) : ofRows(errors);
    },
    onRefused: ({ message }, error) => {
      const named = error instanceof ApiError ? error.fields : {};
      setRowErrors(ofRows(named));
      form.showErrors({ ...refusalOf(error, Object.keys(form.getValues())).fields, ...ofRows(named) });
      toast.error(message);
    },
    keyName,
  });

  /** Sets the rows; the amount follows their sum until somebody types another. */
  const setRows = (change: readonly Row[]): void => {
    const { amount } = form.getValues();
    const follows = amount === '' || amount === sumOf(latest.current);
    latest.current = change;
    showRows(change);
    setRowErrors({});
    setTaken(null);
    const sum = sumOf(change) === '0.00' ? '' : sumOf(change);
    if (follows) form.setFieldValue('amount', sum as V['amount']);
  };

  return {
    form,
    rows,
    rowErrors,
    taken,
    setTaken,
    setRows,
    getRows: (): readonly Row[] => latest.current,
    nextKey: (): number => {
      lastKey.current += 1;
      return lastKey.current;
    },
    /** Empties the fields that another way of paying has. */
    modeChange: (mode: MoneyValues['mode']) => {
      form.clearErrors();
      form.setValues({ mode, transaction_id: '', network: '', bank: '', seen_in_account: false } as Partial<V>);
    },
  };
};
