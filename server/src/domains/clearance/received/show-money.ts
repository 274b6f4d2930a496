import {
  fromPesewas,
  type MoneyEnd,
  type MoneyRecord,
  moneyReceivedList,
  type ReceivedMoney,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { decisionsOn } from '#domains/audit';
import { ownersById } from '#domains/drivers';
import { accountsOfLogin, loginsOf } from '#domains/identity';
import { driversIn, paymentsOfMoney, takenFrom, takersOf } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { feeOfCase, hindrancesOf, showMoney } from '../decisions/show-case.ts';
import { presentPayer } from '../decisions/suggest-drivers.ts';
import { waitingCorrection } from '../desk/correct-cash.ts';
import { waysOfNotComing } from '../transfers/held-money.repo.ts';
import { transfersById } from '../transfers/transfers.repo.ts';
import { changesOfMoney, type MoneyListRow, moneySql } from './received-money.repo.ts';

/** How ended money left the books, by how it turned out not to have come. */
const endOf = (
  { id, status }: Pick<MoneyListRow, 'id' | 'status'>,
  notComing: Awaited<ReturnType<typeof waysOfNotComing>>,
): MoneyEnd | null => (status === 'ended' ? (notComing.get(id) ?? 'given_back') : null);

/** Rows of the list with the names of who recorded them, and what payments took of them. */
const presentRows = async (rows: readonly MoneyListRow[], db: Db): Promise<ReceivedMoney[]> => {
  const takers = Map.groupBy(await takersOf(db, pluck(rows, 'id')), ({ transfer_id }) => transfer_id);
  const drivers = await ownersById(db, driversIn([...takers.values()].flat()));
  const logins = await loginsOf(db, presentOf(pluck(rows, 'captured_by')));
  const ended = pluck(
    rows.filter(({ status }) => status === 'ended'),
    'id',
  );
  const notComing = await waysOfNotComing(db, ended);
  return rows.map(({ posted_amount, captured_at, captured_by, missing_since, ...row }) => {
    const own = takers.get(row.id) ?? [];
    const paid = own.reduce((sum, { taken }) => sum + toPesewas(taken), 0n);
    return {
      ...row,
      ended_as: endOf(row, notComing),
      captured_by: captured_by === null ? null : (logins.get(captured_by) ?? null),
      captured_at: captured_at.toISOString(),
      missing_since: missing_since?.toISOString() ?? null,
      paid: fromPesewas(paid),
      paid_for: presentOf(
        own.map(({ driver_id, payer_details }) => drivers.get(driver_id ?? '')?.driver_code ?? payer_details),
      ),
      left: fromPesewas(toPesewas(posted_amount) - paid),
    };
  });
};

export const moneySource = listSource(moneyReceivedList, moneySql({ takenFrom, accountsOfLogin }), (rows, db) =>
  presentRows(rows, db),
);

/** Money with what it paid, its changes and the decisions on it. Refused with 404 `not_found`. */
export const showMoneyReceived = async (
  db: Db,
  id: string,
  looking: { caller: Caller; now: Date },
): Promise<MoneyRecord> => {
  const transfer = existing((await transfersById(db, [id]))[0], 'receipt of money');
  const { rows: payments } = await paymentsOfMoney(transfer).execute(db);
  const drivers = await ownersById(db, driversIn(payments));
  const changes = await changesOfMoney(db, id);
  const logins = await loginsOf(db, presentOf(pluck(changes, 'changed_by')));
  const { hindrance } = await hindrancesOf(db, { transfer }, looking);
  return {
    money: await showMoney(
      db,
      {
        transfer,
        paymentIds: pluck(
          payments.filter(({ status }) => status === 'cleared'),
          'id',
        ),
      },
      looking,
    ),
    posted_amount: transfer.posted_amount,
    ended_as: endOf(transfer, await waysOfNotComing(db, [id])),
    statement_import: transfer.statement_import,
    statement_line: transfer.statement_line,
    hindrance,
    correction: await waitingCorrection(db, id, looking.caller),
    payments: payments.map((payment) => ({
      id: payment.id,
      payer: presentPayer(drivers, payment),
      ...feeOfCase(payment),
      amount: payment.amount,
      status: payment.status,
      status_reason: payment.status_reason,
      is_credit: payment.is_credit,
    })),
    changes: changes.map(({ changed_by, changed_at, ...change }) => ({
      ...change,
      changed_by: changed_by === null ? null : (logins.get(changed_by) ?? null),
      changed_at: changed_at.toISOString(),
    })),
    history: await decisionsOn(db, { payments: pluck(payments, 'id'), transfers: [id] }),
  };
};
