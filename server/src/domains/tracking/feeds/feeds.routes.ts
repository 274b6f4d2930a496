import * as contract from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wrongSecrets } from '#http/limits/address-bound.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addressKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { makeFeedSecret, secretCheck, showFeeds } from './feed-secret.ts';
import { type FeedDeps, feedOf, type Rejected } from './feeds.ts';
import { fieldsOf } from './read-osmand.ts';
import { rejectionCounter } from './rejections.ts';
import { refusalNotes } from './watch-feeds.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reports of a call of the feeds that were refused or said nothing. */
    rejected: Rejected[];
  }
}

const headerOf = ({ headers }: FastifyRequest): string | null => {
  const own = headers['x-feed-secret'];
  if (typeof own === 'string' && own !== '') return own;
  const { authorization = '' } = headers;
  return authorization.startsWith('Bearer ') ? authorization.slice(7).trim() : null;
};

/** A text of the address; one with a NUL is none, as for every call. */
const textOf = (value: unknown): string => (typeof value === 'string' && !value.includes('\u0000') ? value.trim() : '');

/** Addresses that are remembered for the reports that were taken from them. */
const MOST_ADDRESSES = 10_000;

const imeiOf = ({ query }: FastifyRequest): string => {
  const { id, deviceid, device_id } = query as Record<string, unknown>;
  return textOf(id) || textOf(deviceid) || textOf(device_id);
};

const isOfApps = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.endpoint?.url === contract.recordOsmand.url;

const WRONG_OR_NAMELESS = 'The feed’s secret is wrong. A device’s own key needs the device’s id in the address.';

/** Fields that an app joined by `?`, or gave twice, as they are meant. */
const readQuery = async (request: FastifyRequest): Promise<void> => {
  const { url } = request.raw;
  const from = url?.indexOf('?') ?? -1;
  if (from >= 0) request.query = fieldsOf(url?.slice(from + 1) ?? '');
};

/** Takes bodies of any type as text: apps call a form, or JSON, by the name of the other. */
const takeTexts = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
};

/**
 * Why a call was refused as a whole. Null for one that was taken or may come again, and for those
 * beyond the wrong secrets that an address may send: counting must not help a flood.
 */
const causeOf = ({ isOfFeed }: FastifyRequest, status: number): contract.RejectCause | null => {
  if (status < 400 || status >= 500) return null;
  if (isOfFeed) return status === 429 ? 'too_many' : 'unreadable';
  if (status === 400) return 'no_secret';
  return status === 401 ? 'wrong_secret' : null;
};

/** Counts the refused reports of a scope's calls by cause, before they are answered. */
const countRejected = (scope: FastifyInstance, deps: FeedDeps): void => {
  const count = rejectionCounter(deps);
  scope.addHook('onRequest', async (request) => {
    request.rejected = [];
  });
  scope.addHook('onSend', async (request, { statusCode }) => {
    const { rejected = [] } = request;
    const cause = rejected.length > 0 ? null : causeOf(request, statusCode);
    const all = cause === null ? rejected : [{ cause, name: imeiOf(request) }];
    if (all.length === 0) return;
    try {
      await count(all);
    } catch (err) {
      request.log.warn({ err }, 'Refused reports could not be counted');
    }
  });
};

/** Refuses calls without the secret before their bodies are read, and bounds wrong ones. */
const gate = ({ db, now }: FeedDeps) => {
  const secrets = secretCheck({ db, now });
  const noteWrong = wrongSecrets(now);
  const note = refusalNotes({ db, now });
  const senders = new Set<string>();
  const remember = (address: string): void => {
    if (senders.size >= MOST_ADDRESSES) senders.clear();
    senders.add(addressKey(address));
  };
  /** True of a call of our own trackers as far as can be seen: anybody else may call, too. */
  const isOurs = async (request: FastifyRequest): Promise<boolean> =>
    senders.has(addressKey(request.address)) || secrets.isOnRecord(imeiOf(request));
  const isRight = async (request: FastifyRequest): Promise<boolean | null> => {
    const { key } = request.query as Record<string, unknown>;
    const [header, own] = [headerOf(request), textOf(key)];
    const given = header ?? own;
    if (given === '') return null;
    return (await secrets.isFeeds(given)) || (isOfApps(request) && (await secrets.isDevices(given, imeiOf(request))));
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const right = await isRight(request);
    if (right) {
      request.isOfFeed = true;
      remember(request.address);
      return;
    }
    noteWrong(request, reply);
    // The caller is refused also where that cannot be noted, as on a full disk.
    try {
      if (await isOurs(request)) await note(right === null ? 'no_secret' : 'wrong_secret');
    } catch (err) {
      request.log.warn({ err }, 'A refused report could not be noted');
    }
    if (right === null) throw new Refusal('missing_credentials', 'The feed needs its secret.');
    const said = imeiOf(request) === '' && isOfApps(request) ? WRONG_OR_NAMELESS : 'The feed’s secret is wrong.';
    throw new Refusal('wrong_credentials', said);
  };
};

export const feedRoutes = (app: ApiScope, deps: FeedDeps): void => {
  const { db, staff } = deps;
  const feed = feedOf(deps);
  const { read, change } = serving(app, deps);
  void app.register(async (scope) => {
    scope.addHook('onRequest', readQuery);
    countRejected(scope, deps);
    scope.addHook('onRequest', gate(deps));
    const { act } = serving(scope as ApiScope, deps);
    act(contract.recordTraccarPositions, ({ body }, { rejected }) => feed.positions(body, rejected));
    act(contract.recordTraccarEvents, ({ body }, { rejected }) => feed.events(body, rejected));
    await scope.register(async (apps) => {
      takeTexts(apps);
      const { act: actOfApp } = serving(apps as ApiScope, deps);
      actOfApp(contract.recordOsmand, ({ query }, { rejected }) => feed.osmand(query, null, rejected));
      actOfApp(contract.postOsmand, ({ query }, { body, rejected }) => feed.osmand(query, body, rejected));
    });
  });
  read(contract.showFeeds, ({ now }) => showFeeds(db, staff, now));
  change(contract.makeFeedSecret, makeFeedSecret);
};
