import type { Server } from 'node:http';
import { payTo, readAbroadBy, whereToSend } from '@banbo/contract';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerFactory } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Channel } from '#db/connection/channel.ts';
import type { ReplicaLag } from '#db/connection/replica.ts';
import type { Db } from '#db/database.ts';
import { lateNotes } from '#db/late-notes.ts';
import { approvalRoutes } from '#domains/approvals';
import { auditRoutes, exportNote } from '#domains/audit';
import {
  accountApproval,
  bookRoutes,
  cashUpApproval,
  expenseApproval,
  isCashHandedIn,
  journalApproval,
} from '#domains/books';
import {
  backdatedMoney,
  caseOfText,
  cashCorrection,
  clearanceRoutes,
  confirmDays,
  countingPrompt,
  idsForClaim,
  recordsOfMoney,
} from '#domains/clearance';
import { deviceRoutes, fittingsInMerges } from '#domains/devices';
import {
  debtsRelease,
  driverRoutes,
  firstYearOwed,
  identityChange,
  importChange,
  memberDirectory,
  ownersById,
  planChange,
} from '#domains/drivers';
import {
  callerFinder,
  createPasswords,
  identityRoutes,
  type Passwords,
  roleChange,
  staffDirectory,
  tokenKeys,
  tokenReader,
  userApprovals,
} from '#domains/identity';
import { emergenciesOfCars, eraseCalls, incidentRoutes, raiseAlarms } from '#domains/incidents';
import {
  kindApproval,
  landDesk,
  landRoutes,
  namesOfZones,
  rentApprovals,
  sharePayoutApproval,
  shareRuleApproval,
  tenantIdentityChange,
  tenantIdOf,
  tenantsSignedIn,
} from '#domains/land';
import { liveRoutes } from '#domains/live';
import { lookupRoutes } from '#domains/lookups';
import { messageRoutes, wordsChange } from '#domains/messages';
import {
  allDebts,
  allOwed,
  arrearsRoutes,
  bookedMinutes,
  forgiving,
  isPaidInYear,
  mergeApprovals,
  moneyOf,
  moneyOfDrivers,
  paymentRoutes,
  waiverApprovals,
  wouldOwe,
} from '#domains/payments';
import { priceAdditions, priceChange, priceRemoval, priceRoutes, typeChange } from '#domains/prices';
import { receiptRoutes } from '#domains/receipts';
import {
  driversInvolved,
  hasOpenRefund,
  refundApprovals,
  refundRoutes,
  refundsOfMoney,
  writeOffApprovals,
} from '#domains/refunds';
import { personalDataRoutes, reportRoutes, tellOwnerAtOnce } from '#domains/reports';
import {
  agreementRoute,
  type KeptSite,
  keepSite,
  manifestRoute,
  officePhone,
  refuseUntilOpen,
  settingApprovals,
  settingRoutes,
} from '#domains/site';
import { eraseTraces, trackingInMerges, trackingRoutes } from '#domains/tracking';
import { boundBodies } from '#http/body/bodies.ts';
import { readForms } from '#http/body/multipart.ts';
import { callIdOf, nameCalls } from '#http/call-ids.ts';
import { answerError, handleErrors } from '#http/errors.ts';
import { accessChecker, callerChecker, guard, keepAddresses, readBearers } from '#http/guard.ts';
import { compressAnswers, keepAnswersPrivate, protectAnswers, protectUnrouted } from '#http/headers.ts';
import { healthRoutes } from '#http/health.ts';
import { hidePhonesInAnswers } from '#http/hide-phones.ts';
import { hashBodies, keepIdempotentAnswers } from '#http/idempotency.ts';
import { limitCalls } from '#http/limits/in-database.ts';
import { limitsInMemory } from '#http/limits/in-memory.ts';
import { countingCallers } from '#http/limits/with-caller.ts';
import { listServer } from '#http/lists/serve-lists.ts';
import { logging } from '#http/logging.ts';
import { serveFromReplica } from '#http/may-lag.ts';
import { metricsRoute } from '#http/metrics.ts';
import { describeApi } from '#http/openapi/describe-api.ts';
import { refuseOtherSites } from '#http/same-origin.ts';
import type { ApiScope } from '#http/scope.ts';
import { keepSessionsGoing, sessionCookies } from '#http/session-cookies.ts';
import { timeCalls } from '#http/time-calls.ts';
import { compileValidator, refuseBodies, refuseQueries } from '#http/validate.ts';
import { mapFileOf, serveMapFile } from '#http/web/map-file.ts';
import { serveWeb } from '#http/web/serve-web.ts';
import type { ArchiveState } from '#integrations/archive/archive-store.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { openGeocoder } from '#integrations/geocoding/open-geocoder.ts';
import { numberAbroad } from '#lib/numbers-abroad.ts';
import type { Config } from './config.ts';
import { figuresText } from './metrics/database-figures.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';

/** Everything that the app needs from outside. Tests build the same app from their own. */
export type Deps = {
  config: Config;
  db: Db;
  channel: Channel;
  files: FileStore;
  /** The standby for reading, if there is one. */
  replica?: ReplicaLag;
  /** The clock; tests set it. */
  now: () => Date;
  /** The password hashing; OWASP's costs when absent, cheaper ones in tests. */
  passwords?: Passwords;
  /** The figures of the process, where it counts more than this app's calls. */
  metrics?: Metrics;
  /** The folder of the web's build; without it only the API is served. */
  webBuild?: string;
  /** A server that already listens and calls the app's `routing`; by default the app makes one. */
  server?: Server;
  /** How the archiving to the place of backups stands; absent without a place. */
  archive?: (() => ArchiveState) | null | undefined;
};

const MAX_BODY_BYTES = 256 * 1024;
/** Milliseconds until a connection is closed: a photo over a slow mobile network takes minutes. */
const MAX_REQUEST_MS = 300_000;

/** Gives a server the times that the framework gives those which it makes itself. */
const timedAs =
  (server: Server): FastifyServerFactory =>
  (_answer, { keepAliveTimeout, requestTimeout }) =>
    Object.assign(server, { keepAliveTimeout, requestTimeout });

/** The whole product as one Fastify app, not yet listening. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  readAbroadBy(numberAbroad);
  const app = Fastify({
    logger: logging(deps.config.LOG_LEVEL),
    // Trusts the nearest proxy alone: earlier X-Forwarded-For entries can be forged.
    trustProxy: deps.config.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: MAX_REQUEST_MS,
    // Calls during closing are answered, the last on their connection (`http/drain.ts`).
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: callIdOf(deps.config.TRUST_PROXY),
    frameworkErrors: (error, request, reply) => answerError(error, request, protectUnrouted(reply, deps.config)),
    routerOptions: { ignoreTrailingSlash: true },
    ...(deps.server && { serverFactory: timedAs(deps.server) }),
  });
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  const metrics = deps.metrics ?? createMetrics();
  handleErrors(app);
  timeCalls(app, metrics.calls);
  nameCalls(app);
  keepAddresses(app);
  await protectAnswers(app, deps.config);
  await app.register(cookie);
  boundBodies(app);
  describeApi(app, deps.config, deps.now);
  const site = keepSite(deps, (unusable) => app.log.error({ unusable }, 'settings that cannot be used are left out'));
  await app.register(async (scope) => api(scope, { ...deps, site, metrics }), { prefix: '/api' });
  agreementRoute(app, { site });
  manifestRoute(app, { site });
  const mapFile = mapFileOf(deps.config);
  if (mapFile !== null) await serveMapFile(app, mapFile);
  if (deps.webBuild !== undefined) {
    // Pages wait for no database, so that they are there while it is away. Reads the company's name
    // for the first of them.
    site.last();
    await serveWeb(app, deps.webBuild, () => site.last());
  }
  return app;
};

/** The guarded scope with every domain's routes. */
const api = async (scope: FastifyInstance, deps: Deps & { site: KeptSite; metrics: Metrics }): Promise<void> => {
  const { TOKEN_SECRET, METRICS_TOKEN } = deps.config;
  if (TOKEN_SECRET === undefined) throw new Error('TOKEN_SECRET is not set');
  const { SMTP_URL, PUBLIC_URL, SMS_URL, SMS_PER_DAY } = deps.config;
  const texting = { textsAreSent: SMS_URL !== undefined, textsPerDay: SMS_PER_DAY };
  const linksTo = PUBLIC_URL ?? null;
  const identity = {
    ...deps,
    keys: tokenKeys(TOKEN_SECRET),
    passwords: deps.passwords ?? createPasswords(),
    mailsFrom: SMTP_URL === undefined ? null : linksTo,
    members: memberDirectory,
    linksTo,
    texting,
    textsAreSent: texting.textsAreSent,
    tellOwner: tellOwnerAtOnce,
  };
  keepAnswersPrivate(scope);
  refuseQueries(scope);
  refuseBodies(scope);
  readBearers(scope, tokenReader(identity));
  refuseOtherSites(scope, deps.config);
  const inMemory = limitsInMemory(deps.now);
  scope.addHook('onRequest', inMemory.beforeGuard);
  const find = inMemory.rememberEnded(countingCallers(callerFinder(identity), deps.now));
  guard(scope, find);
  hidePhonesInAnswers(scope);
  scope.addHook('onRequest', inMemory.afterGuard);
  limitCalls(scope, { ...deps, inMemory });
  hashBodies(scope);
  readForms(scope);
  keepIdempotentAnswers(scope, deps);
  await compressAnswers(scope);
  keepSessionsGoing(scope);
  if (deps.replica) serveFromReplica(scope, deps.config, deps.replica);
  const routes = scope as ApiScope;
  const notes = lateNotes(deps.db, scope.log);
  scope.addHook('onClose', notes.stop);
  const mayGoOn = accessChecker(find);
  const lists = listServer({ ...deps, note: exportNote({ ...deps, notes }), mayGoOn });
  healthRoutes(routes, deps);
  const { contentType } = deps.metrics.registry;
  metricsRoute(routes, {
    ...{ token: METRICS_TOKEN, text: figuresText(deps.metrics, deps), contentType },
    isBehindProxy: deps.config.TRUST_PROXY || deps.config.PUBLIC_URL?.startsWith('https:') === true,
  });
  lookupRoutes(routes, deps);
  const givingUp = {
    priceChange: priceChange(forgiving),
    typeChange: typeChange(forgiving),
    planChange: planChange(forgiving),
    importChange: importChange(forgiving),
  };
  const priceFacts = { owedFrom: firstYearOwed, isPaid: isPaidInYear, zoneNames: namesOfZones };
  const removal = priceRemoval(priceFacts);
  const ofIdentity = identityChange(texting);
  priceRoutes(routes, {
    ...{ ...deps, ...priceFacts, lists, staff: staffDirectory, forgiving },
    ...{ ...givingUp, priceRemoval: removal },
  });
  const offersPrompts = deps.config.MOMO_URL !== undefined;
  const served = { offersPrompts, hasMapFile: mapFileOf(deps.config) !== null };
  settingRoutes(routes, {
    ...{ ...deps, ...served, geocoder: openGeocoder(deps.config) },
    staff: staffDirectory,
    tellOwner: tellOwnerAtOnce,
  });
  messageRoutes(routes, {
    ...{ ...deps, ...texting, lists, linksTo, staff: staffDirectory, tellOwner: tellOwnerAtOnce },
    directories: { staff: staffDirectory, driversNamed: ownersById, tenantsSignedIn },
    caseOfText,
    mailsAreSent: SMTP_URL !== undefined,
    company: async () => (await deps.site.read()).company_name,
    answerFields: async () => {
      const site = await deps.site.read();
      return { phone: officePhone(site), pay_to: payTo(site), where: whereToSend(linksTo) };
    },
  });
  const cookies = sessionCookies(deps.config);
  const ofUsers = userApprovals(identity);
  identityRoutes(routes, { ...identity, userApprovals: ofUsers }, cookies, lists);
  auditRoutes(routes, lists);
  const networks = async () => (await deps.site.read()).networks;
  const openNetworks = async () => refuseUntilOpen(await deps.site.read()).networks;
  const backdated = backdatedMoney({ networks, land: landDesk });
  const refunds = refundsOfMoney;
  const correction = cashCorrection({ networks, refunds });
  const waivers = waiverApprovals(recordsOfMoney);
  const followers = [fittingsInMerges, trackingInMerges];
  approvalRoutes(routes, {
    ...deps,
    lists,
    staff: staffDirectory,
    definitions: [
      ...[
        removal,
        ...Object.values(priceAdditions),
        ...settingApprovals,
        wordsChange,
        ...Object.values(ofUsers),
        roleChange,
        ...Object.values(backdated),
        debtsRelease,
        ...Object.values(givingUp),
        ofIdentity,
        tenantIdentityChange,
      ],
      ...[
        correction,
        confirmDays,
        journalApproval,
        accountApproval,
        expenseApproval,
        cashUpApproval,
        ...Object.values(refundApprovals),
        ...Object.values(writeOffApprovals),
        shareRuleApproval,
        sharePayoutApproval,
        ...Object.values(rentApprovals),
        kindApproval,
        ...Object.values(waivers),
      ],
      ...mergeApprovals(recordsOfMoney, followers),
    ],
  });
  const owed = allOwed();
  const debts = allDebts(owed);
  driverRoutes(routes, {
    ...deps,
    ...texting,
    notes,
    linksTo,
    lists,
    moneyOf: async (tx, id) => ({ ...(await moneyOf(tx, id)), refundWaits: await hasOpenRefund(tx, id) }),
    withMoney: driversInvolved,
    identityChange: ofIdentity,
    eraseTraces: async (tx, id, now) => {
      await eraseTraces(tx, id, now);
      await eraseCalls(tx, id, now);
    },
    wouldOwe,
    moneyOfDrivers: { of: moneyOfDrivers, debtors: debts },
    forgiving,
    ...givingUp,
    staff: staffDirectory,
  });
  const letterhead = async () => ({ company: await deps.site.read(), linksTo });
  const registrationDays = deps.config.REGISTRATION_DAYS;
  const claiming = { openNetworks, idsForClaim, registrationDays };
  paymentRoutes(routes, {
    ...{ ...deps, ...claiming, lists, letterhead, waivers, followers },
    tenantOf: tenantIdOf,
    staff: staffDirectory,
  });
  const decided = { backdated, correction, refunds, land: landDesk };
  const desk = { lists, networks, openNetworks, offersPrompts, isHandedIn: isCashHandedIn };
  clearanceRoutes(routes, { ...deps, ...decided, ...desk, staff: staffDirectory });
  refundRoutes(routes, { ...deps, lists, staff: staffDirectory });
  bookRoutes(routes, { ...deps, lists, letterhead, mayGoOn, staff: staffDirectory });
  receiptRoutes(routes, { ...deps, lists, letterhead });
  landRoutes(routes, {
    ...{
      ...deps,
      ...texting,
      lists,
      letterhead,
      networks,
      openNetworks,
      idsForClaim,
      offersPrompts,
      backdated,
      linksTo,
    },
    countingPrompt,
    rentTexts: { ...texting, textPrice: deps.config.SMS_PRICE },
    staff: staffDirectory,
  });
  deviceRoutes(routes, { ...deps, lists, staff: staffDirectory });
  const stillCaller = callerChecker(find);
  const alarms = { call: raiseAlarms, committed: deps.channel.tell };
  trackingRoutes(routes, {
    ...{ ...deps, ...texting, notes, lists, stillCaller, alarms, emergenciesOf: emergenciesOfCars },
    staff: staffDirectory,
  });
  incidentRoutes(routes, {
    ...{ ...deps, ...texting, linksTo, notes, lists, stillCaller },
    ...{ staff: staffDirectory, marksOf: cookies.marksOf },
  });
  arrearsRoutes(routes, {
    ...deps,
    ...texting,
    linksTo,
    lists,
    owed,
    all: debts,
    textPrice: deps.config.SMS_PRICE,
    staff: staffDirectory,
  });
  const { archive, config } = deps;
  const figures = {
    booked: bookedMinutes(),
    makesBackups: config.DATABASE_URL === undefined,
    archive,
    checkDays: config.BACKUP_CHECK_DAYS,
  };
  reportRoutes(routes, { ...deps, lists, figures });
  personalDataRoutes(routes, { ...deps, notes });
  liveRoutes(routes, { ...deps, stillCaller });
};
