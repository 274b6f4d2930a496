import { OFFICE_PAGES } from '@banbo/contract';
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('services', 'routes/public/services.tsx'),
    route('contact', 'routes/public/contact.tsx'),
    route('pricing', 'routes/public/pricing.tsx'),
    route('terms_conditions', 'routes/public/terms-conditions.tsx'),
    route('conditions', 'routes/public/conditions.tsx'),
    route('more_about', 'routes/public/more-about.tsx'),
    route('blog', 'routes/public/blog.tsx'),
    route('payment_info', 'routes/public/payment-info.tsx'),
    route('whatsaap', 'routes/public/whatsaap.tsx'),
    route('location', 'routes/public/location.tsx'),
    route('map_demo', 'routes/public/map-demo.tsx'),
    route('main_registration', 'routes/public/main-registration.tsx'),
    route('receipt/:code', 'routes/public/receipt.tsx'),
    route('main_payments', 'routes/public/main-payments.tsx'),
    layout('routes/member/sign-in-card.tsx', [
      route('main_login', 'routes/member/main-login.tsx'),
      route('member_password', 'routes/member/member-password.tsx'),
      route('tenant_login', 'routes/member/tenant-login.tsx'),
    ]),
  ]),
  layout('routes/office/signed-out-layout.tsx', [
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
      route('member_account', 'routes/member/account.tsx'),
    ]),
    layout('routes/member/tenant-layout.tsx', [
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
