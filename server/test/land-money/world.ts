import { EMPTY_TERMS } from '@banbo/contract';
import { sql } from 'kysely';
import { buildCaller } from '../builders/identity.ts';
import { buildApplication, buildPlot } from '../builders/land.ts';
import { nextTransactionId } from '../builders/submissions.ts';
import { PAYOUT, type startRefunds, TO } from '../refunds/harness.ts';
import { rentsOf } from '../rent-runs.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;
type Office = Awaited<ReturnType<typeof startRefunds>>;
export type NewLine = { payment_type: string; amount: string; tenancy_id?: string; plot_id?: string };

let serial = 0;
const next = (): number => {
  serial += 1;
  return serial;
};

/** People of each duty, none of whom has had a hand in anything yet. */
const hire = async (it: Office['it']) => ({
  receiver: await buildCaller(it, 'Legal'),
  lawyer: await buildCaller(it, 'Legal'),
  accountant: await buildCaller(it, 'Accounts'),
  other: await buildCaller(it, 'Accounts'),
  admin: await buildCaller(it, 'SystemAdmin'),
  second: await buildCaller(it, 'SystemAdmin'),
});

/** Calls of the product's own pages that move the land's money. */
export const openMoneyWorld = async ({ it, send }: Office) => {
  let people = await hire(it);
  const bank = (await it.db.selectFrom('banks').select('bank').executeTakeFirstOrThrow()).bank;
  const approve = (approval: string, by: Person) => send('POST', `/approvals/${approval}/approve`, undefined, by);
  const decide = async (application: string, change: 'approve' | 'annul' | 'refuse') => {
    const stored = it.db.selectFrom('land_applications').select('version').where('id', '=', application);
    const { version } = await stored.executeTakeFirstOrThrow();
    const reason = change === 'approve' ? {} : { reason: 'A mistake.' };
    return send('POST', `/applications/${application}/decisions`, { change, version, ...reason }, people.lawyer);
  };
  const today = () => it.clock.now.toISOString().slice(0, 10);
  return {
    today,
    /** Days on which everybody who was there has left, as sign-ins end. */
    letPass: async (days: number): Promise<void> => {
      it.clock.now = new Date(it.clock.now.getTime() + days * 86_400_000);
      people = await hire(it);
    },
    grant: async (owner_kind: 'stool' | 'family', ground_rent: string) => {
      const plot_id = (await buildPlot(it, { owner_kind })).id;
      const terms = { commencement: today(), term_years: 50, ground_rent, indenture_number: `IN ${next()}/S` };
      const application = await buildApplication(it, { plot_id, terms: { ...EMPTY_TERMS, ...terms } });
      return { plot_id, application, answer: await decide(application, 'approve') };
    },
    transfer: async (tenancy: string, plot_id: string) => {
      const terms = { ...EMPTY_TERMS, indenture_number: `IN ${next()}/S` };
      const application = await buildApplication(it, { kind: 'transfer', plot_id, ends_tenancy_id: tenancy, terms });
      const answer = await decide(application, 'approve');
      if (answer.status !== 200) await decide(application, 'refuse');
      return { application, answer };
    },
    annul: (application: string) => decide(application, 'annul'),
    currentOf: (plot_id: string) =>
      it.db
        .selectFrom('tenancies')
        .select('id')
        .where('plot_id', '=', plot_id)
        .where('held_until', 'is', null)
        .executeTakeFirst(),
    holderOf: async (tenancy: string): Promise<string> =>
      (await it.db.selectFrom('tenancies').select('tenant_id').where('id', '=', tenancy).executeTakeFirstOrThrow())
        .tenant_id,
    /** Raises rent or penalties of a year, and gives what each tenancy was charged. */
    raise: async (kind: 'rent' | 'penalty', year: number): Promise<Map<string, string>> => {
      const rents = rentsOf(it, people.accountant.headers);
      const run = await rents.run({ kind, year });
      const lines = it.db.selectFrom('rent_run_lines').select(['tenancy_id', 'amount']).where('run_id', '=', run.id);
      return new Map((await lines.execute()).flatMap((row) => (row.amount ? [[row.tenancy_id, row.amount]] : [])));
    },
    account: (tenancy: string) => rentsOf(it, people.accountant.headers).account(tenancy),
    /** Cancels a charge, which another person approves. */
    cancel: async (charge: string) => {
      const asked = await send('POST', `/rent_charges/${charge}/cancel`, { reason: 'Raised wrongly.' }, people.lawyer);
      const waiting = it.db.selectFrom('approvals').select('id').where('kind', '=', 'land.rent_cancel');
      const found = await waiting.where('status', '=', 'asked').executeTakeFirst();
      return found ? { ...(await approve(found.id, people.admin)), status: asked.status } : asked;
    },
    setPenalties: (rule: { grace_days: number; penalty_percent: string }) =>
      it.db.updateTable('rent_rules').set(rule).execute(),
    receive: async (payments: NewLine[], amount: string, tenant_id: string, mode: 'cash' | 'momo' | 'cheque') => {
      const how = {
        cash: {},
        momo: { transaction_id: nextTransactionId(), seen_in_account: true },
        cheque: { transaction_id: String(700_000 + next()), bank, payer_name: 'KOFI' },
      }[mode];
      const answer = await send(
        'POST',
        '/land_payments',
        { mode, ...how, amount, tenant_id, payments },
        people.receiver,
      );
      const [first = '0'] = (answer.body.payment_ids ?? []) as string[];
      const id = answer.body.transaction_id ?? '';
      const stored = await sql<{ id: string }>`
        SELECT coalesce(
          (SELECT transfer_id FROM payments WHERE id = ${first}),
          (SELECT id FROM transfers WHERE transaction_id = ${id})
        ) AS id`.execute(it.db);
      return { answer, ids: (answer.body.payment_ids ?? []) as string[], transfer: stored.rows[0]?.id ?? '0' };
    },
    decideCheque: (transfer: string, decision: 'bank_paid' | 'bounced') => {
      const body = decision === 'bounced' ? { decision, reason: 'No funds.' } : { decision };
      return send('PATCH', `/transfers/${transfer}`, body, people.admin);
    },
    reverse: (payment: string) =>
      send(
        'PATCH',
        `/clearance/${payment}`,
        { decision: 'reverse', cause: 'wrong_car', reason: 'Another tenant.' },
        people.admin,
      ),
    /** Asks for a refund, which a second person approves; null where asking was refused. */
    refund: async (payment_id: string) => {
      const asked = await send('POST', '/land_refunds', { ...TO, from: 'payment', payment_id }, people.accountant);
      if (asked.status !== 201) return { id: null, asked };
      const approved = await approve(asked.body.approval_id, people.other);
      if (approved.status !== 201) throw new Error(`Not approved: ${JSON.stringify(approved.body)}`);
      return { id: asked.body.refund_id as string, asked };
    },
    payRefund: (id: string) => {
      const body = { ...PAYOUT, paid_on: today(), reference: `SEQ${next()}45678` };
      return send('PATCH', `/land_refunds/${id}`, body, people.other);
    },
    setRule: async (percents: { oasl: number; stool: number; council: number; assembly: number }, types: string[]) => {
      const names = { stool_name: 'Nungua Stool', council_name: 'Nungua Council', assembly_name: 'Krowor Assembly' };
      const parts = Object.fromEntries(
        Object.entries(percents).map(([name, part]) => [`${name}_percent`, String(part)]),
      );
      const rule = { valid_from: today(), types, ...names, ...parts };
      const asked = await send('POST', '/share_rules', rule, people.admin);
      if (asked.status !== 201) throw new Error(`No rule: ${JSON.stringify(asked.body)}`);
      return approve(asked.body.approval_id, people.second);
    },
    /** Asks for a payout of a share, which is approved and paid where asking is not refused. */
    payOut: async (beneficiary: string, amount: string) => {
      const body = { beneficiary, amount, mode: 'bank', paid_to: 'Their cashier', reason: 'Shares' };
      const asked = await send('POST', '/share_payouts', body, people.accountant);
      if (asked.status !== 201) return false;
      const { payout_id: id } = asked.body;
      const shown = await send('GET', `/share_payouts/${id}`, undefined, people.accountant);
      await approve(shown.body.approval_id, people.second);
      const change = { change: 'pay', paid_on: today(), reference: `SP${next()}REF` };
      const paid = await send('PATCH', `/share_payouts/${id}`, change, people.admin);
      if (paid.status !== 200) throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
      return true;
    },
  };
};
export type MoneyWorld = Awaited<ReturnType<typeof openMoneyWorld>>;
