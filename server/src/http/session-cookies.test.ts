import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sessionCookies } from './session-cookies.ts';

/** The cookies of a sign-in, and of its challenge, as a browser gets them. */
const sent = async (PUBLIC_URL?: string): Promise<string[]> => {
  const app = Fastify();
  await app.register(cookie);
  const cookies = sessionCookies({ PUBLIC_URL });
  app.get('/', async (_request, reply) => {
    cookies.keep(reply, 'staff', { token: 'token', maxAge: null, marks: ['mark'] });
    cookies.keepChallenge(reply, 'secret', 300);
    return reply.send();
  });
  const { headers } = await app.inject('/');
  await app.close();
  return [headers['set-cookie'] ?? []].flat();
};

test('under https every cookie is Secure, without which browsers refuse its name', async () => {
  const all = await sent('https://banbo.example');
  expect(all).toHaveLength(3);
  for (const one of all) expect(one).toMatch(/^__Secure-banbo_.*; Secure(;|$)/);
});

test('without https, where a browser would not send a Secure cookie back, none is', async () => {
  const all = await sent('http://192.168.1.20:3000');
  expect(all).toHaveLength(3);
  for (const one of all) expect(one).not.toContain('Secure');
});
