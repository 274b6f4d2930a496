import type { Insertable } from 'kysely';
import { post, SHARE_ACCOUNTS } from '#domains/ledger';
import type { Db, Tables, Tx } from '../../src/db/database.ts';
import { addShareReceipt } from '../../src/domains/land/shares/pay-shares.ts';
import { PDF } from './books.ts';
import type { AtWork } from './desk-work.ts';
import { buildUser } from './identity.ts';

type On = Parameters<typeof buildUser>[0] & { db: Db; clock: { now: Date } };

let serial = 0;
const nextNumber = (): number => {
  serial += 1;
  return serial;
};

/** Money that is held as the stool's share, as if it had been shared. */
export const buildHeldShare = ({ db, clock }: On, cedis: number): Promise<void> => {
  const pesewas = BigInt(cedis) * 100n;
  const postings = [
    { account: '3000', pesewas },
    { account: SHARE_ACCOUNTS.stool, pesewas: -pesewas },
  ];
  const entry = { kind: 'opening', subjectId: String(7_000_000 + nextNumber()), description: 'Held' } as const;
  const day = clock.now.toISOString().slice(0, 10);
  return db.transaction().execute((tx) => post(tx, [{ ...entry, day, postings }], { by: null, now: clock.now }));
};

/** A payout of the stool's share that waits for approval, or was paid. */
export const buildSharePayout = async (
  it: On,
  { isPaid = false, ...given }: Partial<Insertable<Tables['share_payouts']>> & { isPaid?: boolean } = {},
): Promise<string> => {
  const { id: asked_by } = await buildUser(it);
  const { now } = it.clock;
  const n = nextNumber();
  const row: Insertable<Tables['share_payouts']> = {
    ...{ number: `SP2025-${String(n).padStart(4, '0')}`, amount: '10.00' },
    ...({ beneficiary: 'stool', mode: 'bank', status: isPaid ? 'paid' : 'asked' } as const),
    ...{ paid_to: 'Nungua Stool', reason: 'Shares', asked_by, asked_at: now },
    ...(isPaid && { approved_by: asked_by, approved_at: now, ended_by: asked_by, ended_at: now }),
    ...(isPaid && { paid_on: now.toISOString().slice(0, 10), reference: `REF${n}` }),
    ...given,
  };
  const added = it.db.insertInto('share_payouts').values(row).returning('id');
  return (await added.executeTakeFirstOrThrow()).id;
};

/** Keeps a receipt that the payee of a paid share signed. */
export const buildShareReceipt = async (tx: Tx, id: string, made: AtWork): Promise<void> => {
  await addShareReceipt(tx, { id, ...made }, PDF);
};
