import { createHmac } from 'node:crypto';
import { type Browser, openBrowser } from './browser.ts';
import { buildUser, PASSWORD } from './builders/identity.ts';
import type { TestApp } from './harness.ts';

/** Milliseconds of a step. */
const STEP = 30_000;

const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};

/** An app's code now, or `steps` later; written apart from the server's, as an app is. */
export const appCode = ({ clock }: TestApp, secret: string, steps = 0): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(clock.now.getTime() / STEP) + steps));
  const digest = createHmac('sha1', fromBase32(secret.replaceAll(' ', '')))
    .update(counter)
    .digest();
  const number = digest.readUInt32BE(digest.readUInt8(19) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
};

/** Lets the app show its next code. */
export const nextCode = (it: TestApp): void => {
  it.clock.now = new Date(it.clock.now.getTime() + STEP);
};

export const signInAs = (browser: Browser, username: string, password = PASSWORD) =>
  browser.post('/api/auth/login', { username, password });

export const bearer = (answer: { body: { accessToken: string } }) => ({
  authorization: `Bearer ${answer.body.accessToken}`,
});

/** Sets up an app for somebody who is signed in; answers its secret and the recovery codes. */
export const setUpApp = async (it: TestApp, browser: Browser, headers: Record<string, string>) => {
  const { body } = await browser.post('/api/auth/second_factor', { password: PASSWORD }, { headers });
  const given = { code: appCode(it, body.secret) };
  const confirmed = await browser.post('/api/auth/second_factor/confirmation', given, { headers });
  if (confirmed.status !== 200) throw new Error(`Could not set up a second factor: ${JSON.stringify(confirmed.body)}`);
  nextCode(it);
  return { secret: String(body.secret), recoveryCodes: confirmed.body.recovery_codes as string[] };
};

/** A user with a second factor, the browser in which they set it up, and its headers. */
export const buildUserWithApp = async (it: TestApp, given: Parameters<typeof buildUser>[1] = {}) => {
  const user = await buildUser(it, given);
  const browser = openBrowser(it);
  const headers = bearer(await signInAs(browser, user.username));
  return { ...user, browser, headers, ...(await setUpApp(it, browser, headers)) };
};

/** Gives the password and then this code. */
export const signInByCode = async (browser: Browser, username: string, code: string) => {
  const { body } = await signInAs(browser, username);
  return browser.post('/api/auth/login/code', { challenge: body.challenge, code });
};
