import type { Rolldown } from 'vite';

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

const matches =
  (pattern: RegExp) =>
  (id: string): boolean =>
    pattern.test(id.replaceAll('\\', '/'));

/**
 * Bundles the code of every visit into few files; by default the home page alone gets some forty. A
 * group takes its modules' imports along, except those of a group of higher priority.
 */
export const chunks: NonNullable<Rolldown.OutputOptions['codeSplitting']> = {
  groups: [
    { name: 'framework', test: matches(FRAMEWORK), priority: 6 },
    { name: 'site', test: matches(SITE), priority: 5 },
    { name: 'sections', test: matches(SECTIONS), priority: 4 },
    { name: 'forms', test: matches(FORMS), priority: 4 },
    { name: 'paying', test: matches(PAYING), priority: 3 },
    { name: 'sign-in', test: matches(SIGN_IN), priority: 2 },
    { name: 'offline', test: matches(OFFLINE), priority: 1 },
    { name: 'toasting', test: matches(TOASTING), priority: 1 },
    { name: 'registration', test: matches(REGISTRATION), priority: 1 },
    { name: 'payment', test: matches(PAYMENT), priority: 1 },
    { name: 'layout-kit', test: matches(LAYOUT), priority: 1 },
    { name: 'schemas', test: matches(SCHEMAS) },
  ],
};
