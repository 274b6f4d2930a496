import { buildCaller, buildMember } from '../builders/identity.ts';
import { startApp } from '../harness.ts';

type Person = { id: string; headers: Record<string, string> };

/** An office on 20 November 2026 with a clerk, who asks for changes of what drivers owe. */
export const startForgiving = async () => {
  const it = await startApp();
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  const clerk: Person = await buildCaller(it, 'SystemAdmin');
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, by = clerk) => {
    const answer = await it.app.inject({
      method,
      url: `/api${path}`,
      headers: by.headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const waiting = async (by = clerk) => (await call('GET', '/approvals?status=asked', undefined, by)).body;
  return {
    it,
    clerk,
    call,
    waiting: () => waiting(),
    /** The second person, without whom the clerk would decide alone. */
    newColleague: (): Promise<Person> => buildCaller(it, 'SystemAdmin'),
    newMember: (given: Parameters<typeof buildMember>[1] = {}) => buildMember(it, given),
    approve: async (by: Person) => call('POST', `/approvals/${(await waiting(by))[0].id}/approve`, undefined, by),
    owedBy: async (driverId: string): Promise<string> =>
      (await call('GET', `/drivers/${driverId}/standing`)).body.missing_total,
    waivers: async () => (await call('GET', '/waivers')).body,
    typeOf: async (code: string) => (await call('POST', '/payment_types/type_bycode', { type_code: code })).body,
    addPrice: (given: object) => call('POST', '/payment_list', { type_code: 'SS', plan: 'monthly', ...given }),
    changePlan: async (driverId: string, from: string, plan = 'monthly') =>
      (await call('PATCH', `/drivers/${driverId}/plan`, { plan, from, reason: 'Agreed by telephone.' })).body,
    close: it.close,
  };
};

export type ForgivingOffice = Awaited<ReturnType<typeof startForgiving>>;
