import { OFFICE_PAGES } from '@banbo/contract';
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import type { PublicPath } from './lib/public-pages.ts';

/** A public page. Its route's id is its path, by which the root knows it. */
const page = (
  path: PublicPath | '/receipt/:code' | '/shared_car' | '/team_call' | '/crash_card/:code' | '/pack/:code',
  file: string,
): RouteConfigEntry => (path === '/' ? index(file, { id: path }) : route(path.slice(1), file, { id: path }));

export default [
  page('/sos', 'routes/public/sos.tsx'),
  page('/team_call', 'routes/public/team-call.tsx'),
  page('/crash_card/:code', 'routes/public/crash-card.tsx'),
  layout('routes/public/layout.tsx', [
    page('/', 'features/site/home/home.tsx'),
    page('/about', 'features/site/about/about-us.tsx'),
    page('/services', 'features/site/services/our-services.tsx'),
    page('/contact', 'features/site/contact/contact-us.tsx'),
    page('/pricing', 'features/site/pricing/pricing.tsx'),
    page('/terms_conditions', 'features/site/terms/terms.tsx'),
    page('/conditions', 'features/site/terms/terms.tsx'),
    page('/more_about', 'features/site/about/mission.tsx'),
    page('/blog', 'features/site/blog/blog-grid.tsx'),
    page('/payment_info', 'features/site/payment-info/payment-information.tsx'),
    page('/whatsaap', 'features/site/send-message/send-message.tsx'),
    page('/location', 'features/site/location/my-location.tsx'),
    page('/map_demo', 'features/site/map/map-demo.tsx'),
    page('/main_registration', 'features/drivers/registration/wizard.tsx'),
    page('/shared_car', 'routes/public/shared-car.tsx'),
    page('/pack/:code', 'routes/public/pack.tsx'),
    page('/receipt/:code', 'features/site/receipt/check-receipt.tsx'),
    page('/plot_search', 'features/site/land/plot-search.tsx'),
    page('/land_paper', 'features/site/land/land-paper.tsx'),
    page('/main_payments', 'routes/public/main-payments.tsx'),
    layout('routes/member/sign-in-card.tsx', [
      route('main_login', 'routes/member/main-login.tsx'),
      route('member_password', 'routes/member/member-password.tsx'),
      route('tenant_login', 'routes/member/tenant-login.tsx'),
      route('tenant_password', 'routes/member/tenant-password.tsx'),
      route('ask_sign_in', 'routes/member/ask-sign-in.tsx'),
    ]),
  ]),
  layout('routes/office/signed-out.tsx', [
    route('login', 'routes/office/login.tsx'),
    route('admin/login', 'routes/office/login.tsx', { id: 'admin-login' }),
    route('set_password', 'routes/office/set-password.tsx'),
    route('second_factor', 'routes/office/second-factor.tsx'),
    route('logout', 'routes/office/logout.tsx'),
  ]),
  layout('routes/office/providers.tsx', [
    route('unauthorized', 'routes/office/unauthorized.tsx'),
    layout('routes/member/layout.tsx', [
      route('member', 'routes/member/home.tsx'),
      route('my_car', 'routes/member/my-car.tsx'),
      route('member_account', 'routes/member/account.tsx'),
      route('tenant', 'routes/member/tenant-home.tsx'),
      route('tenant_account', 'routes/member/account.tsx', { id: 'tenant-account' }),
    ]),
    layout(
      'routes/office/layout.tsx',
      Object.keys(OFFICE_PAGES).map((path) => route(path, 'routes/office/page.tsx', { id: path })),
    ),
  ]),
  route('*', 'routes/elsewhere.tsx'),
] satisfies RouteConfig;
