import type { Rolldown } from 'vite';

const FRAMEWORK =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper/;

/** Header, footer, and parts that several public pages share, the home page among them. */
const SITE = new RegExp(
  [
    'web/app/components/site-(?!skeleton)',
    'web/app/routes/public/layout',
    'web/app/lib/(last-page|public-pages|time-limit|toasts-asked|use-hydrated)',
    'web/app/features/site/parts/(section|fee-cards|price-board)',
    'web/app/features/site/art/(icon|taxi|response-car)',
    'contract/src/(common/formats|site/defaults|site/plans)',
  ].join('|'),
);

/** The form library with its dependencies, which the two public forms share and the office uses too. */
const FORMS = new RegExp(
  [
    'web/app/routes/public/forms',
    'web/app/components/(form-|choice-list|list-trouble|how-to-pay|queue-(panel|entry)|confirmation|server-unreachable-notice)',
    'contract/src/(drivers|lookups|payments)/',
    'contract/src/common/(errors|paging)',
    'node_modules/@mantine/form/',
    'web/app/lib/(api|query-client|mantine-theme|idempotency-key|recall-session|session-(memory|store)|submission-queue/(use|keep)-)',
  ].join('|'),
);

/**
 * Bundles the code of every visit into few files: by default the bundler makes some forty for the home page, each with
 * headers as long as itself.
 */
export const chunks: NonNullable<Rolldown.OutputOptions['codeSplitting']> = {
  groups: [
    { name: 'framework', test: FRAMEWORK, priority: 2 },
    {
      name: 'offline',
      test: /[\\/]web[\\/]app[\\/]lib[\\/](offline[\\/]|submission-queue[\\/](queue|queued|send|expire)-)|[\\/]idb-keyval[\\/]/,
      priority: 1,
    },
    { name: 'site', test: (id) => SITE.test(id.replaceAll('\\', '/')), priority: 1 },
    { name: 'toasting', test: /[\\/]node_modules[\\/](react-hot-toast|goober)[\\/]/, priority: 1 },
    { name: 'forms', test: (id) => FORMS.test(id.replaceAll('\\', '/')) },
  ],
};
