import { findClaim, fromPesewas, parseMoney, toPesewas, type WaitingClaim } from '@banbo/contract';
import { useRef, useState } from 'react';
import { ApiError, call } from '~/lib/api/api.ts';
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
  mayFindClaims?: boolean;
};

type Answer = { message: string; payment_ids: readonly string[]; receipts: readonly string[] };

/**
 * The desk's form for money and the rows that it pays, of either side. Problems stand at their row
 * or field, and what was entered stays until the money is taken.
 */
export const useDesk = <V extends MoneyValues, Row extends { key: number; amount: string }>({
  initial,
  errorsOf,
  keyName,
  mayFindClaims = true,
}: Options<V, Row>) => {
  const [rows, showRows] = useState<readonly Row[]>([]);
  const [rowErrors, setRowErrors] = useState<FieldErrors>({});
  const [taken, setTaken] = useState<Taken | null>(null);
  const [claim, setClaim] = useState<WaitingClaim | null>(null);
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

  /** Looks for the claim of a MoMo payment, for those who may; says nothing if there is none. */
  const leaveId = async (): Promise<void> => {
    const { mode, transaction_id, network } = form.getValues();
    setClaim(null);
    if (mode !== 'momo' || transaction_id.trim() === '' || !mayFindClaims) return;
    try {
      const asked = { transaction_id: transaction_id.trim().toUpperCase(), ...(network && { network }) };
      setClaim((await call(findClaim, { body: asked })).data);
    } catch (error) {
      const isNews = error instanceof ApiError && error.status !== 404 && error.status !== 0;
      if (isNews) form.setFieldError('network' in error.fields ? 'network' : 'transaction_id', error.message);
    }
  };

  return {
    form,
    rows,
    rowErrors,
    claim,
    leaveId,
    /** Makes a claim the one row, and its amount the money received. */
    fillByClaim: async ({ amount }: WaitingClaim, rowOf: () => Promise<Row>): Promise<void> => {
      try {
        setRows([await rowOf()]);
        form.setFieldValue('amount', amount as V['amount']);
        setClaim(null);
      } catch (error) {
        toast.error(refusalOf(error, []).message);
      }
    },
    taken,
    /** Tells what was taken, and empties the form for the next payment. */
    showTaken: ({ message, payment_ids: paymentIds, receipts }: Answer, next: V): void => {
      form.retryKey.forget();
      setRows([]);
      setClaim(null);
      form.reset(next);
      setTaken({ message, paymentIds, receipts, isCash: next.mode === 'cash' });
    },
    /** Leads on to the field that the next payment begins with. */
    takeNext: (name: string): void => {
      setTaken(null);
      form.focus(name);
    },
    setRows,
    getRows: (): readonly Row[] => latest.current,
    nextKey: (): number => {
      lastKey.current += 1;
      return lastKey.current;
    },
    remove: (key: number): void => {
      setRows(latest.current.filter((row) => row.key !== key));
      form.focus('payments');
    },
    /** Sets the way of paying, and empties the fields that another one has. */
    setMode: (mode: MoneyValues['mode']): void => {
      setClaim(null);
      form.clearErrors();
      form.setValues({ mode, transaction_id: '', network: '', bank: '', seen_in_account: false } as Partial<V>);
    },
  };
};
