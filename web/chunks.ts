import type { Rolldown } from 'vite';
import { type Reach, reachOf } from './code-reach.ts';

const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown\/runtime|vite\/preload-helper/;

/** Header and footer, and the plain parts of the contract that they show. */
const SITE = new RegExp(
  [
    'web/app/components/site/site-',
    'web/app/routes/public/layout',
    'web/app/lib/(api/(api|time-limit)|session/(last-page|session-store)|browser-storage|public-pages|shared-value|sign-font|toasts-asked|use-hydrated)\\.',
    'contract/src/(common/formats|site/(defaults|networks)|prices/(plans|price))\\.',
    'web/app/(root|entry.client)',
  ].join('|'),
);

/** Pictures and sections that several public pages share, the home page among them. */
const SECTIONS = /web\/app\/features\/site\/(parts\/(section|fee-cards)|art\/(icon|taxi|hero-scene))/;

/** The parts that the public forms and the sign-in pages share. */
const FORMS = new RegExp(
  [
    'web/app/components/(form/form-(?!photo|search-choice|password|day)|trouble/states|queue/own-queue)',
    'web/app/lib/(form/|api/(idempotency-key|public-read|known-site)|toast\\.|session/recall-session|use-code-ahead|use-today)',
    'contract/src/(common/(calendar|pesewas|text)|drivers/(choices|id-number)|identity/password-link)',
  ].join('|'),
);

/** The parts that the sign-in pages share: the session, passwords, and where to go on. */
const SIGN_IN = new RegExp(
  [
    'web/app/components/form/form-password',
    'web/app/lib/session/(safe-path|session\\.)',
    'web/app/features/identity/(sign-in\\.module|sign-in/(sign-in-or-go-on|sign-in-form)|passwords/secret-fragment)',
    'web/app/routes/(office/signed-out|member/sign-in-card)',
    'contract/src/identity/password-(?!link)',
  ].join('|'),
);

/** How to pay, on the registration's last page and on the payments' page. */
const PAYING =
  /web\/app\/components\/(site\/how-to-pay|record\/copy-button|payments\/(momo|price-not-set))|contract\/src\/payments\/paid-month|use-clipboard/;

/** The contract's schemas and the library under them: fetched with the first field that is left. */
const SCHEMAS = new RegExp(
  ['node_modules/zod/', 'contract/src/(drivers|payments|prices)/schemas', 'contract/src/common/fields'].join('|'),
);

const OFFLINE = /web\/app\/lib\/(offline\/|submission-queue\/(queue|send)-|sos\/(kept|post|send|keep)-)|\/idb-keyval\//;

const TOASTING = /node_modules\/(react-hot-toast|goober)\//;

const REGISTRATION = /features\/drivers\/registration\/(?!check-field|submit-|registered|office-)/;

/** The rules of a payment that the office's screens and the prompt's panel share with the form. */
const PAYMENT = new RegExp(
  [
    'contract/src/payments/(claim-rules|transaction-id)',
    'payments/form/(payment-values|use-payment-amount|prompt/prompt\\.module)',
    'web/app/components/question/confirmation',
  ].join('|'),
);

/** The parts of Mantine that every page of the office and of members is laid out with. */
const LAYOUT =
  /node_modules\/@mantine\/core\/esm\/(core|components\/(Box|Button|Flex|Group|Loader|Stack|Text|Transition|UnstyledButton))\//;

/** A calendar opens in it, with which alone the registration fetches it. */
const POPOVER =
  /node_modules\/(@floating-ui|@mantine\/core\/esm\/components\/(Popover|FocusTrap|Portal|VisuallyHidden))\/|AccordionChevron|mantine-theme\./;

/** The libraries of pages behind a sign-in; their styles stay first. */
const LIBRARIES = /\/node_modules\/(@mantine|@tanstack|clsx)\/.*(?<!\.css)$/;

const CONTRACT = /\/contract\/src\//;
/** The styles of all pages stay first: those of a component go before them. */
const OURS = /\/(web\/app\/(?!styles\/)|contract\/src\/)/;

const matches =
  (pattern: RegExp) =>
  (id: string): boolean =>
    pattern.test(id.replaceAll('\\', '/'));

/** A page's file, or one that is fetched by itself: it keeps a file under its own name. */
const isFetchedItself = (id: string, context: Rolldown.ChunkingContext): boolean => {
  const info = context.getModuleInfo(id);
  return info !== null && (info.isEntry || info.dynamicImporters.length > 0);
};

/** Names a group of what these people's pages alone lead to. */
const reachedBy =
  (reach: Reach, name: string) =>
  (id: string, context: Rolldown.ChunkingContext): string | null =>
    matches(OURS)(id) && !isFetchedItself(id, context) && reachOf(id, context) === reach ? name : null;

/** A group that knows its entries has their names in its own, which the list of routes repeats. */
export const chunkFileNames = ({ name }: { name: string }): string => `assets/${name.split('~', 1)[0]}-[hash].js`;

/** How many pages and parts at least share a module of a file of the pages behind a sign-in. */
const MANY = { ours: 6, libraries: 20 };

/**
 * Bundles the code of every visit into few files; by default the home page alone gets some forty,
 * and a page of the office 120. A group takes its modules' imports along, except those of a group
 * of higher priority: so what visitors' pages lead to comes before all that they must not fetch.
 */
export const chunks: NonNullable<Rolldown.OutputOptions['codeSplitting']> = {
  groups: [
    { name: 'framework', test: matches(FRAMEWORK), priority: 10 },
    { name: 'site', test: matches(SITE), priority: 9 },
    { name: 'sections', test: matches(SECTIONS), priority: 8 },
    { name: 'forms', test: matches(FORMS), priority: 8 },
    { name: 'paying', test: matches(PAYING), priority: 7 },
    { name: 'sign-in', test: matches(SIGN_IN), priority: 6 },
    { name: 'offline', test: matches(OFFLINE), priority: 5 },
    { name: 'toasting', test: matches(TOASTING), priority: 5 },
    { name: 'registration', test: matches(REGISTRATION), priority: 5 },
    { name: 'payment', test: matches(PAYMENT), priority: 5 },
    { name: 'layout-kit', test: matches(LAYOUT), priority: 5 },
    { name: 'schemas', test: matches(SCHEMAS), priority: 4 },
    { name: 'popover', test: matches(POPOVER), priority: 4 },
    { name: reachedBy('visitors', 'shared'), debugName: 'visitors', priority: 3, entriesAware: true },
    { name: 'libraries', test: matches(LIBRARIES), priority: 2, minShareCount: MANY.libraries },
    { name: 'contract', test: matches(CONTRACT), priority: 2, minShareCount: MANY.ours },
    { name: reachedBy('members', 'own'), debugName: 'members', priority: 1, minShareCount: MANY.ours },
    { name: reachedBy('office', 'office'), debugName: 'office', priority: 0, minShareCount: MANY.ours },
  ],
};
