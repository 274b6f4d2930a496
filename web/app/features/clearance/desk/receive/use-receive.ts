import {
  type DueFee,
  findClaim,
  findDriverByCarNumber,
  listBanks,
  listYearlyPrices,
  receivePayment,
  type WaitingClaim,
} from '@banbo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { findDrivers } from '~/components/driver-finder/driver-finder.tsx';
import { amountToPay, type FormFee, feeAmong } from '~/components/payments/fee-parts.ts';
import type { Fees } from '~/components/payments/fee-price.ts';
import { ApiError, call } from '~/lib/api/api.ts';
import { driverStandingQuery } from '~/lib/api/driver-standing.ts';
import { driversTypesQuery } from '~/lib/api/payment-types.ts';
import { read } from '~/lib/api/query-client.ts';
import { type FieldErrors, refusalOf } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { toast } from '~/lib/toast.ts';
import type { Taken } from '../desk-parts.tsx';
import { offeredTo } from './paid-row-fields.tsx';
import {
  changeRow,
  type DeskDriver,
  emptyTransfer,
  nextRow,
  type PaidRow,
  receivedErrors,
  sumOf,
  type TransferValues,
  toReceived,
} from './paid-rows.ts';

const useFees = () => {
  const types = useQuery(driversTypesQuery);
  const prices = useQuery(read(listYearlyPrices, {}));
  const fees: Fees = { types: types.data ?? [], prices: prices.data ?? [] };
  return { fees, trouble: types.error ?? prices.error, retry: () => Promise.all([types.refetch(), prices.refetch()]) };
};

export const useBanks = (isAsked: boolean) => useQuery({ ...read(listBanks, {}), enabled: isAsked });

/** The driver of a car, with the plans that set prices. Throws `ApiError`. */
const driverOfCar = async ({ id, car_number }: { id: string; car_number: string }): Promise<DeskDriver> => ({
  ...(await call(findDriverByCarNumber, { body: { car_number } })).driver,
  id,
});

/** The fees that a driver owes; none for those who may not read them, or if they do not come. */
const useDueOf = () => {
  const queries = useQueryClient();
  const { can } = useAbility();
  return async (driverId: string): Promise<readonly DueFee[]> => {
    if (!can('payments.read')) return [];
    const standing = await queries.fetchQuery({ ...driverStandingQuery(driverId), retry: false }).catch(() => null);
    return standing?.due ?? [];
  };
};

type GivenFee = FormFee & { amount?: string };

const ofRows = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name.startsWith('payments')));
const ofTransfer = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !name.startsWith('payments')));

/** Receives money at the desk: the transfer, the rows it pays, and a claim of the same ID. */
export const useReceive = () => {
  const { fees, trouble, retry } = useFees();
  const dueOf = useDueOf();
  const [rows, showRows] = useState<readonly PaidRow[]>([]);
  const [rowErrors, setRowErrors] = useState<FieldErrors>({});
  const [claim, setClaim] = useState<WaitingClaim | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const latest = useRef<readonly PaidRow[]>([]);
  const lastKey = useRef(0);
  const bodyOf = (values: TransferValues) => toReceived(values, latest.current, fees);

  const form = useForm<TransferValues>({
    initial: emptyTransfer(),
    check: (values) => {
      const errors = receivedErrors(bodyOf(values));
      setRowErrors(ofRows(errors));
      return Object.keys(ofTransfer(errors)).length > 0 ? ofTransfer(errors) : ofRows(errors);
    },
    onRefused: ({ message }, error) => {
      const named = error instanceof ApiError ? error.fields : {};
      setRowErrors(ofRows(named));
      form.showErrors({ ...refusalOf(error, Object.keys(form.getValues())).fields, ...ofRows(named) });
      toast.error(message);
    },
    keyName: 'banbo-receive-key',
  });

  /** Sets the rows; the amount follows their sum until somebody types another. */
  const setRows = (change: readonly PaidRow[]): void => {
    const { amount } = form.getValues();
    const follows = amount === '' || amount === sumOf(latest.current);
    latest.current = change;
    showRows(change);
    setRowErrors({});
    setTaken(null);
    if (follows) form.setFieldValue('amount', sumOf(change) === '0.00' ? '' : sumOf(change));
  };
  const newRow = (driver: DeskDriver, given: Partial<PaidRow> = {}): PaidRow => {
    lastKey.current += 1;
    const row = { key: lastKey.current, driver, payment_type: '', payment_year: '', payment_month: '', amount: '' };
    return changeRow(row, given, fees);
  };

  /**
   * Adds a driver's row, empty or with the fee that is given, and leads to what comes next: the
   * amount of that fee, the oldest one that is due, or the choice of one.
   */
  const addDriver = async (found: { id: string; car_number: string }, fee?: GivenFee): Promise<void> => {
    const [driver, due] = await Promise.all([driverOfCar(found), dueOf(found.id)]);
    const owed = fee && feeAmong(fee, due);
    setRows([...latest.current, newRow(driver, { ...(owed && { amount: amountToPay(owed) }), ...fee })]);
    const field = `payments.${latest.current.length - 1}`;
    if (fee) form.focus(`${field}.amount`);
    else form.focus(offeredTo(driver), `${field}.payment_type`);
  };

  return {
    form,
    fees,
    trouble,
    retry,
    rows,
    rowErrors,
    claim,
    taken,
    addDriver,
    /** Adds one of the drivers that were opened last. */
    takeLast: (last: { id: string; car_number: string }): void => {
      void form.runOnce(() => addDriver(last).catch((error) => toast.error(refusalOf(error, []).message)));
    },
    /** Fills the driver's empty row with a fee that they owe, or adds a row. */
    addOwed: (driver: DeskDriver, fee: DueFee): void => {
      const { payment_type, payment_year, payment_month } = fee;
      const month = { payment_year: String(payment_year ?? ''), payment_month: payment_month ?? '' };
      const owed = newRow(driver, { payment_type, ...month, amount: amountToPay(fee) });
      const at = latest.current.findIndex(
        (row) => row.driver.driver_code === driver.driver_code && row.payment_type === '',
      );
      setRows(at < 0 ? [...latest.current, owed] : latest.current.map((row, index) => (index === at ? owed : row)));
      form.focus(`payments.${at < 0 ? latest.current.length - 1 : at}.amount`);
    },
    /** Adds the month after the driver's last row, so that each press adds another. */
    addAfter: ({ driver, payment_type }: PaidRow): void => {
      lastKey.current += 1;
      const isAlike = (row: PaidRow) =>
        row.driver.driver_code === driver.driver_code && row.payment_type === payment_type;
      const at = latest.current.map(isAlike).lastIndexOf(true);
      const last = latest.current[at];
      if (!last) return;
      const next = nextRow(last, lastKey.current, fees);
      setRows([...latest.current.slice(0, at + 1), next, ...latest.current.slice(at + 1)]);
    },
    change: (key: number, change: Partial<PaidRow>): void =>
      setRows(latest.current.map((row) => (row.key === key ? changeRow(row, change, fees) : row))),
    remove: (key: number): void => {
      setRows(latest.current.filter((row) => row.key !== key));
      form.focus('payments');
    },
    setMode: (mode: TransferValues['mode']): void => {
      setClaim(null);
      form.clearErrors();
      form.setValues({ mode, transaction_id: '', network: '', bank: '', seen_in_account: false });
    },
    /** Looks for the claim of a MoMo payment; says nothing if there is none. */
    leaveId: async (): Promise<void> => {
      const { mode, transaction_id, network } = form.getValues();
      setClaim(null);
      if (mode !== 'momo' || transaction_id.trim() === '') return;
      try {
        const asked = { transaction_id: transaction_id.trim().toUpperCase(), ...(network && { network }) };
        setClaim((await call(findClaim, { body: asked })).data);
      } catch (error) {
        const isNews = error instanceof ApiError && error.status !== 404 && error.status !== 0;
        if (isNews) form.setFieldError('network' in error.fields ? 'network' : 'transaction_id', error.message);
      }
    },
    /** Makes the claim the one row, and its amount the money received. */
    takeClaim: async (taken: WaitingClaim): Promise<void> => {
      try {
        const found = await findDrivers(taken.driver_code);
        const driver = await driverOfCar({ id: found[0]?.id ?? '', car_number: taken.car_number });
        const { payment_type, payment_year, payment_month, amount } = taken;
        const month = { payment_year: String(payment_year ?? ''), payment_month: payment_month ?? '' };
        setRows([newRow(driver, { payment_type, ...month, amount })]);
        form.setFieldValue('amount', amount);
        setClaim(null);
      } catch (error) {
        toast.error(refusalOf(error, []).message);
      }
    },
    takeAnother: (): void => {
      setTaken(null);
      form.focus('payments');
    },
    submit: form.submit(async (values) => {
      const body = bodyOf(values);
      const {
        message,
        payment_ids: paymentIds,
        receipts,
      } = await call(receivePayment, {
        body,
        idempotencyKey: form.retryKey.keyFor(body),
      });
      form.retryKey.forget();
      setRows([]);
      setClaim(null);
      form.reset({ ...emptyTransfer(), mode: values.mode });
      setTaken({ message, paymentIds, receipts, isCash: body.mode === 'cash' });
    }),
  };
};
