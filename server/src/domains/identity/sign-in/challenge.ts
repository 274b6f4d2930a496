import { createHmac, timingSafeEqual } from 'node:crypto';
import { Id } from '@banbo/contract';
import { z } from 'zod';
import { hashSecret, newSecret } from '#lib/secret.ts';
import type { TokenKeys } from '../sessions/token-keys.ts';

/** Seconds between the password and the code. */
export const CHALLENGE_SECONDS = 300;

const Content = z.object({ account: Id, epoch: z.number().int(), browser: z.string(), until: z.number() });

/**
 * The proof that somebody gave an account's right password, waiting for its code. `text` goes through the page, `browser`
 * is a secret in a cookie that scripts cannot read; neither is good without the other, and neither is a session.
 */
export type Challenge = { text: string; browser: string };

const sign = (keys: TokenKeys, content: string): Buffer =>
  createHmac('sha256', keys.challenges).update(content).digest();

/** A challenge for the account as it is now: a new password, another role or a block makes it worthless. */
export const newChallenge = (
  keys: TokenKeys,
  { id: account, token_epoch: epoch }: { id: string; token_epoch: number },
  now: Date,
): Challenge => {
  const browser = newSecret();
  const until = now.getTime() + CHALLENGE_SECONDS * 1000;
  const content = JSON.stringify({ account, epoch, browser: hashSecret(browser), until });
  const text = [Buffer.from(content), sign(keys, content)].map((part) => part.toString('base64url')).join('.');
  return { text, browser };
};

const contentOf = (keys: TokenKeys, text: string): z.infer<typeof Content> | null => {
  const [content = Buffer.of(), given = Buffer.of()] = text.split('.').map((part) => Buffer.from(part, 'base64url'));
  const expected = sign(keys, content.toString());
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Content.safeParse(JSON.parse(content.toString())).data ?? null;
};

/** The account and its epoch of a challenge of ours that this browser was given less than five minutes ago, else null. */
export const readChallenge = (
  keys: TokenKeys,
  { text, browser }: { text: string; browser: string | undefined },
  now: Date,
): { accountId: string; epoch: number } | null => {
  const content = contentOf(keys, text);
  if (!content || content.until <= now.getTime() || content.browser !== hashSecret(browser ?? '')) return null;
  return { accountId: content.account, epoch: content.epoch };
};
