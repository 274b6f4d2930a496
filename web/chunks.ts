import type { Rolldown } from 'vite';

const FRAMEWORK =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper/;

/** Header and footer, and the plain parts of the contract that they show. */
const SITE = new RegExp(
  [
    'web/app/components/site-(?!skeleton)',
    'web/app/routes/public/layout',
    'web/app/lib/(api|kept-days|last-page|public-pages|session-memory|session-store|time-limit|toasts-asked|use-hydrated|when-idle)\\.',
    'contract/src/(common/formats|site/(defaults|manifest)|prices/(plans|price|specified-types))',
    'web/app/(root|entry.client)',
  ].join('|'),
);

/** Pictures and sections that more than one of the public pages is made of, the home page among them. */
const SECTIONS = /web\/app\/features\/site\/(parts\/(section|fee-cards|price-board)|art\/(icon|taxi|response-car))/;

/** The shared parts of the public forms and the sign-in pages: fields, the hook, and the contract's plain functions. */
const FORMS = new RegExp(
  [
    'web/app/components/(form-(?!photo|search-choice)|error-line|list-trouble|copy-button|how-to-pay|own-queue|payments/momo|server-unreachable-notice)',
    'web/app/lib/(form/|idempotency-key|best-effort|phone-field|public-read|toast\\.|use-code-ahead|use-today|safe-path|page-title|session\\.|access-token)',
    'web/app/lib/(recall-session|session-tabs)',
    'contract/src/(common/(calendar|car-plate|pesewas|text)|drivers/(choices|id-number)|identity/password-)',
  ].join('|'),
);

/** The contract's schemas and the library under them: fetched with the first field that is left. */
const SCHEMAS = new RegExp(
  [
    'node_modules/zod/',
    'contract/src/(drivers|payments|prices)/schemas',
    'contract/src/common/(car-number|day|driver-code|email|ids|instant|money|phone|text)',
  ].join('|'),
);

/**
 * Bundles the code of every visit into few files: by default the bundler makes some forty for the home page, each with
 * headers as long as itself.
 */
export const chunks: NonNullable<Rolldown.OutputOptions['codeSplitting']> = {
  groups: [
    { name: 'framework', test: FRAMEWORK, priority: 4 },
    {
      name: 'offline',
      test: /[\\/]web[\\/]app[\\/]lib[\\/](offline[\\/]|submission-queue[\\/](queue|queued|send|expire)-)|[\\/]idb-keyval[\\/]/,
      priority: 1,
    },
    { name: 'site', test: (id) => SITE.test(id.replaceAll('\\', '/')), priority: 3 },
    { name: 'sections', test: (id) => SECTIONS.test(id.replaceAll('\\', '/')), priority: 2 },
    { name: 'toasting', test: /[\\/]node_modules[\\/](react-hot-toast|goober)[\\/]/, priority: 1 },
    {
      name: 'registration',
      test: /features[\\/]drivers[\\/]registration[\\/](?!check-field|send-|registered)/,
      priority: 1,
    },
    {
      name: 'payment',
      test: /contract[\\/]src[\\/](payments[\\/](claim-rules|transaction-id)|lookups[\\/]payment-type-codes)|payments[\\/]form[\\/]payment-values/,
      priority: 1,
    },
    { name: 'forms', test: (id) => FORMS.test(id.replaceAll('\\', '/')), priority: 2 },
    { name: 'schemas', test: (id) => SCHEMAS.test(id.replaceAll('\\', '/')) },
  ],
};
