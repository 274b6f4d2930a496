import * as contract from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wrongSecrets } from '#http/limits/address-bound.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addressKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { makeFeedSecret, secretCheck, showFeeds } from './feed-secret.ts';
import { type FeedDeps, feedOf } from './feeds.ts';
import { fieldsOf } from './read-osmand.ts';
import { refusalNotes } from './watch-feeds.ts';

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
    const isOsmand = request.routeOptions.config.endpoint?.url === contract.recordOsmand.url;
    return (await secrets.isFeeds(given)) || (isOsmand && (await secrets.isDevices(given, imeiOf(request))));
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
    throw new Refusal('wrong_credentials', 'The feed’s secret is wrong.');
  };
};

export const feedRoutes = (app: ApiScope, deps: FeedDeps): void => {
  const { db, staff } = deps;
  const feed = feedOf(deps);
  const { read, change } = serving(app, deps);
  const check = gate(deps);
  void app.register(async (scope) => {
    scope.addHook('onRequest', check);
    const { act } = serving(scope as ApiScope, deps);
    act(contract.recordTraccarPositions, ({ body }) => feed.positions(body));
    act(contract.recordTraccarEvents, ({ body }) => feed.events(body));
  });
  void app.register(async (scope) => {
    scope.addHook('onRequest', readQuery);
    scope.addHook('onRequest', check);
    takeTexts(scope);
    const { act } = serving(scope as ApiScope, deps);
    act(contract.recordOsmand, ({ query }) => feed.osmand(query, null));
    act(contract.postOsmand, ({ query }, { body }) => feed.osmand(query, body));
  });
  read(contract.showFeeds, () => showFeeds(db, staff));
  change(contract.makeFeedSecret, makeFeedSecret);
};
