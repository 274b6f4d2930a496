import { listOwnSessions } from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { Refusal } from '#lib/refusal.ts';
import { SITE_SHARE } from './counts.ts';
import { ADDRESS_PER_MINUTE, limitsInMemory, SESSION_PER_MINUTE } from './in-memory.ts';

const START = new Date('2026-11-20T10:00:00Z');

/** Counts calls with tokens of ours by the hook before the guard, under a clock that the test sets. */
const startCounting = () => {
  const clock = { now: START };
  const { beforeGuard } = limitsInMemory(() => clock.now);
  const call = async (session: number, address: string): Promise<'counted' | 'refused'> => {
    const request = {
      address,
      claims: { accountId: '1', sessionId: String(session), epoch: 1 },
      routeOptions: { config: { endpoint: listOwnSessions } },
    };
    try {
      await beforeGuard(request as unknown as FastifyRequest, { header: () => undefined } as unknown as FastifyReply);
      return 'counted';
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too_many_requests') return 'refused';
      throw error;
    }
  };
  /** Makes so many calls, each session as many as it may, and gives how many were counted. */
  const flood = async (times: number, addressOf: (session: number) => string): Promise<number> => {
    let counted = 0;
    for (let done = 0; done < times; done += 1) {
      const session = Math.floor(done / SESSION_PER_MINUTE);
      if ((await call(session, addressOf(session))) === 'counted') counted += 1;
    }
    return counted;
  };
  return { clock, call, flood };
};

const OTHER_SESSION = 1_000;

describe('sessions that are collected by signing in', () => {
  test('have so many calls a minute together from one address, and hold up no other address', async () => {
    const { clock, call, flood } = startCounting();
    expect(await flood(ADDRESS_PER_MINUTE + 50, () => '41.66.220.1')).toBe(ADDRESS_PER_MINUTE);
    expect(await call(OTHER_SESSION, '41.66.220.1')).toBe('refused');
    expect(await call(OTHER_SESSION, '41.66.220.2')).toBe('counted');
    clock.now = new Date(START.getTime() + 60_000);
    expect(await call(OTHER_SESSION, '41.66.220.1')).toBe('counted');
  });

  test('have eight times as many from all networks of one IPv6 site', async () => {
    const { call, flood } = startCounting();
    const most = ADDRESS_PER_MINUTE * SITE_SHARE;
    const networkOf = (session: number) => `2a00:1450:4009:${session.toString(16)}::1`;
    expect(await flood(most + 50, networkOf)).toBe(most);
    expect(await call(OTHER_SESSION, '2a00:1450:4009:ffff::1')).toBe('refused');
    expect(await call(OTHER_SESSION, '2a00:1450:4010:ffff::1')).toBe('counted');
  });

  test('have no more from one network of a site than from any other address', async () => {
    const { flood } = startCounting();
    const counted = await flood(ADDRESS_PER_MINUTE + 50, (session) => `2a00:1450:4009:80b::${session + 1}`);
    expect(counted).toBe(ADDRESS_PER_MINUTE);
  });
});
