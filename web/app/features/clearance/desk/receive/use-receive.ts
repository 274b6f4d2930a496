import {
  type DueFee,
  findDriverByCarNumber,
  listYearlyPrices,
  ReceivedPayment,
  receivePayment,
  type WaitingClaim,
} from '@banbo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findDrivers } from '~/components/driver-finder/driver-finder.tsx';
import { errorsOfReceived } from '~/components/payments/desk/money-values.ts';
import { useDesk } from '~/components/payments/desk/use-desk.ts';
import { amountToPay, type FormFee, feeAmong } from '~/components/payments/fee-parts.ts';
import type { Fees } from '~/components/payments/fee-price.ts';
import { call } from '~/lib/api/api.ts';
import { driverStandingQuery } from '~/lib/api/driver-standing.ts';
import { driversTypesQuery } from '~/lib/api/payment-types.ts';
import { read } from '~/lib/api/query-client.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { toast } from '~/lib/toast.ts';
import { offeredTo } from './paid-row-fields.tsx';
import {
  changeRow,
  type DeskDriver,
  emptyTransfer,
  nextRow,
  type PaidRow,
  type TransferValues,
  toReceived,
} from './paid-rows.ts';

const useFees = () => {
  const types = useQuery(driversTypesQuery);
  const prices = useQuery(read(listYearlyPrices, {}));
  const fees: Fees = { types: types.data ?? [], prices: prices.data ?? [] };
  return { fees, trouble: types.error ?? prices.error, retry: () => Promise.all([types.refetch(), prices.refetch()]) };
};

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

/** Receives money at the desk: the transfer, the rows it pays, and a claim of the same ID. */
export const useReceive = () => {
  const { fees, trouble, retry } = useFees();
  const dueOf = useDueOf();

  const desk = useDesk<TransferValues, PaidRow>({
    initial: emptyTransfer(),
    errorsOf: (values, rows) => errorsOfReceived(ReceivedPayment, toReceived(values, rows, fees)),
    keyName: 'banbo-receive-key',
  });
  const { form, setRows, getRows, nextKey } = desk;

  const newRow = (driver: DeskDriver, given: Partial<PaidRow> = {}): PaidRow => {
    const row = { key: nextKey(), driver, payment_type: '', payment_year: '', payment_month: '', amount: '' };
    return changeRow(row, given, fees);
  };

  /**
   * Adds a driver's row, empty or with the fee that is given, and leads to what comes next: the
   * amount of that fee, the oldest one that is due, or the choice of one.
   */
  const addDriver = async (found: { id: string; car_number: string }, fee?: GivenFee): Promise<void> => {
    const [driver, due] = await Promise.all([driverOfCar(found), dueOf(found.id)]);
    const owed = fee && feeAmong(fee, due);
    setRows([...getRows(), newRow(driver, { ...(owed && { amount: amountToPay(owed) }), ...fee })]);
    const field = `payments.${getRows().length - 1}`;
    if (fee) form.focus(`${field}.amount`);
    else form.focus(offeredTo(driver), `${field}.payment_type`);
  };

  return {
    ...desk,
    fees,
    trouble,
    retry,
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
      const at = getRows().findIndex((row) => row.driver.driver_code === driver.driver_code && row.payment_type === '');
      setRows(at < 0 ? [...getRows(), owed] : getRows().map((row, index) => (index === at ? owed : row)));
      form.focus(`payments.${at < 0 ? getRows().length - 1 : at}.amount`);
    },
    /** Adds the month after the driver's last row, so that each press adds another. */
    addAfter: ({ driver, payment_type }: PaidRow): void => {
      const isAlike = (row: PaidRow) =>
        row.driver.driver_code === driver.driver_code && row.payment_type === payment_type;
      const at = getRows().map(isAlike).lastIndexOf(true);
      const last = getRows()[at];
      if (!last) return;
      const next = nextRow(last, nextKey(), fees);
      setRows([...getRows().slice(0, at + 1), next, ...getRows().slice(at + 1)]);
    },
    change: (key: number, change: Partial<PaidRow>): void =>
      setRows(getRows().map((row) => (row.key === key ? changeRow(row, change, fees) : row))),
    /** Receives a driver's claim. */
    takeClaim: (claim: WaitingClaim): Promise<void> =>
      desk.fillByClaim(claim, async () => {
        const found = await findDrivers(claim.driver_code);
        const driver = await driverOfCar({ id: found[0]?.id ?? '', car_number: claim.car_number });
        const { payment_type, payment_year, payment_month, amount } = claim;
        const month = { payment_year: String(payment_year ?? ''), payment_month: payment_month ?? '' };
        return newRow(driver, { payment_type, ...month, amount });
      }),
    takeAnother: (): void => desk.takeNext('payments'),
    submit: form.submit(async (values) => {
      const body = toReceived(values, getRows(), fees);
      const answer = await call(receivePayment, { body, idempotencyKey: form.retryKey.keyFor(body) });
      desk.showTaken(answer, { ...emptyTransfer(), mode: values.mode });
    }),
  };
};
