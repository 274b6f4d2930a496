import { fromPesewas, toPesewas } from '@banbo/contract';
import { expect } from 'vitest';
import { BENEFICIARIES, openModel, type Receipt } from './model.ts';
import type { MoneyStep, MoneyStepKind } from './steps.ts';
import type { MoneyWorld, NewLine } from './world.ts';

export const PENALTIES = { grace: 30, percent: 10 };
const CODES = ['CC2000', 'CC1000', 'CC3000', 'CC5000'];
const RULES = [
  { percents: { oasl: 10, stool: 25, council: 20, assembly: 55 }, types: ['CC1000', 'CC2000'] },
  { percents: { oasl: 7, stool: 33, council: 33, assembly: 34 }, types: ['CC2000', 'CC5000'] },
  { percents: { oasl: 10, stool: 25, council: 20, assembly: 55 }, types: [] },
] as const;

const nth = <T>(list: readonly T[], n: number): T | undefined =>
  list.length === 0 ? undefined : list[n % list.length];
const inPesewas = (amounts: ReadonlyMap<string, string>): Map<string, bigint> =>
  new Map([...amounts].map(([id, amount]) => [id, toPesewas(amount)]));

/** Takes steps in the product and in the model. A step gives whether it had an effect. */
export const openMoneySteps = (world: MoneyWorld) => {
  const model = openModel();
  /** Approved applications, with the tenancy that each made. */
  const approved: { application: string; plot: string; tenancy: string; isStool: boolean; rent: bigint }[] = [];

  const receive = async ({ which, what, pesewas }: MoneyStep, mode: 'cash' | 'momo' | 'cheque'): Promise<boolean> => {
    const tenancy = nth([...model.tenancies.values()], which);
    if (!tenancy) return false;
    const codes = CODES.filter((_, n) => ((what + 1) >> n) & 1);
    const rows = codes.map((code, n) => ({ code, amount: BigInt(pesewas + n) }));
    const payments = rows.map(
      ({ code, amount }): NewLine => ({
        ...{ payment_type: code, amount: fromPesewas(amount) },
        ...(code === 'CC2000' ? { tenancy_id: tenancy.id } : { plot_id: tenancy.plot }),
      }),
    );
    const money = rows.reduce((sum, { amount }) => sum + amount, 0n);
    const tenant = await world.holderOf(tenancy.id);
    const { answer, ids, transfer } = await world.receive(payments, fromPesewas(money), tenant, mode);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const lines = rows.map(({ code, amount }, n) => ({
      ...{ id: ids[n] ?? '', code, amount, tenancy: code === 'CC2000' ? tenancy.id : null },
      rule: model.ruleFor(code, tenancy.isStool, world.today()),
    }));
    const state = mode === 'cheque' ? 'waiting' : 'cleared';
    model.receipts.push({ lines, money, state, isGone: false, transfer, isCheque: mode === 'cheque', refund: null });
    return true;
  };
  const pick = (which: number, fits: (receipt: Receipt) => boolean): Receipt | undefined =>
    nth(model.receipts.filter(fits), which);
  const yearOf = (what: number): number => (what % 2 ? 2026 : Number(world.today().slice(0, 4)));

  const takers: Record<MoneyStepKind, (step: MoneyStep) => Promise<boolean>> = {
    grant: async ({ what, pesewas }) => {
      const isStool = what % 3 > 0;
      const { plot_id, application, answer } = await world.grant(
        isStool ? 'stool' : 'family',
        fromPesewas(BigInt(pesewas)),
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const made = { plot: plot_id, isStool, rent: BigInt(pesewas) };
      model.hold({ id: answer.body.tenancy_id, from: world.today(), ...made });
      approved.push({ application, tenancy: answer.body.tenancy_id, ...made });
      return true;
    },
    transfer: async ({ which }) => {
      const held = nth(model.current(), which);
      if (!held) return false;
      const { application, answer } = await world.transfer(held.id, held.plot);
      const isOwing = model.owed(held.id) > 0n;
      expect([isOwing, answer.status], JSON.stringify(answer.body)).toEqual([isOwing, isOwing ? 409 : 200]);
      if (isOwing) return false;
      const { plot, isStool, rent } = held;
      model.end(held.id, world.today());
      model.hold({ id: answer.body.tenancy_id, plot, isStool, rent, from: world.today() });
      approved.push({ application, tenancy: answer.body.tenancy_id, plot, isStool, rent });
      return true;
    },
    annul: async ({ which }) => {
      const held = new Set(model.current().map(({ id }) => id));
      const one = nth(
        approved.filter(({ tenancy }) => held.has(tenancy)),
        which,
      );
      if (!one) return false;
      const answer = await world.annul(one.application);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      model.end(one.tenancy, world.today());
      const again = await world.currentOf(one.plot);
      const { plot, isStool, rent } = one;
      if (again) model.hold({ id: again.id, plot, isStool, rent, from: world.today() });
      return true;
    },
    'raise rent': async ({ what }) => {
      const raised = inPesewas(await world.raise('rent', yearOf(what)));
      expect(raised).toEqual(model.raiseRent(yearOf(what), world.today()));
      return raised.size > 0;
    },
    'raise penalties': async ({ what }) => {
      const raised = inPesewas(await world.raise('penalty', yearOf(what)));
      expect(raised).toEqual(model.raisePenalties(yearOf(what), world.today(), PENALTIES));
      return raised.size > 0;
    },
    'cancel a charge': async ({ which }) => {
      const tenancy = nth(
        [...model.tenancies.values()].filter(({ id }) => model.account(id).charged > 0n),
        which,
      );
      if (!tenancy) return false;
      const shown = (await world.account(tenancy.id)).charges.find(({ cancelled_at }) => cancelled_at === null);
      const charge = model
        .chargesOf(tenancy.id)
        .find((one) => !one.isCancelled && one.kind === shown?.kind && one.year === shown?.year);
      if (!shown || !charge) throw new Error('A charge is shown that the model does not have, or the other way round');
      expect((await world.cancel(shown.id)).status).toBe(200);
      charge.isCancelled = true;
      return true;
    },
    receive: (step) => receive(step, step.pesewas % 2 ? 'cash' : 'momo'),
    'receive a cheque': (step) => receive(step, 'cheque'),
    'the bank pays': async ({ which }) => {
      const receipt = pick(which, ({ state }) => state === 'waiting');
      if (!receipt) return false;
      const answer = await world.decideCheque(receipt.transfer, 'bank_paid');
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      receipt.state = 'cleared';
      return true;
    },
    'a cheque bounces': async ({ which }) => {
      const receipt = pick(
        which,
        ({ state, isCheque, isGone }) => isCheque && !isGone && ['waiting', 'cleared', 'reversed'].includes(state),
      );
      if (!receipt) return false;
      const answer = await world.decideCheque(receipt.transfer, 'bounced');
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      receipt.state = receipt.state === 'waiting' ? 'rejected' : 'reversed';
      receipt.isGone = true;
      return true;
    },
    reverse: async ({ which, what }) => {
      const receipt = pick(which, ({ state }) => state === 'cleared');
      const line = receipt && nth(receipt.lines, what);
      if (!line) return false;
      const answer = await world.reverse(line.id);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      receipt.state = 'reversed';
      return true;
    },
    refund: async ({ which, what }) => {
      const receipt = pick(which, ({ state }) => state !== 'waiting');
      const line = receipt && nth(receipt.lines, what);
      if (!line) return false;
      const { id, asked } = await world.refund(line.id);
      expect([receipt.state, id !== null], JSON.stringify(asked.body)).toEqual([
        receipt.state,
        receipt.state === 'cleared',
      ]);
      if (id === null) return false;
      receipt.state = 'to refund';
      receipt.refund = id;
      return true;
    },
    'pay a refund': async ({ which }) => {
      const receipt = pick(which, ({ state }) => state === 'to refund');
      if (!receipt?.refund) return false;
      const answer = await world.payRefund(receipt.refund);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      receipt.state = 'refunded';
      return true;
    },
    'set a rule of shares': async ({ what }) => {
      const rule = nth(RULES, what) ?? RULES[0];
      const answer = await world.setRule(rule.percents, [...rule.types]);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      model.setRule({ from: world.today(), ...rule });
      return true;
    },
    'pay a share out': async ({ which, pesewas }) => {
      const to = nth(BENEFICIARIES, which) ?? 'stool';
      const held = model.held()[to];
      // More than is held is asked for now and then.
      const amount = held > 0n && pesewas % 4 > 0 ? 1n + (BigInt(pesewas) % held) : BigInt(pesewas);
      const isPaid = await world.payOut(to, fromPesewas(amount));
      expect([held, amount, isPaid]).toEqual([held, amount, amount <= held]);
      if (isPaid) model.payOut(to, amount);
      return isPaid;
    },
    'let days pass': async ({ what }) => {
      await world.letPass(9 * (1 + what));
      return true;
    },
  };
  return { model, take: (step: MoneyStep): Promise<boolean> => takers[step.kind](step) };
};
