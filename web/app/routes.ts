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
    layout('routes/public/forms.tsx', [
      route('main_registration', 'routes/public/main-registration.tsx'),
      route('main_payments', 'routes/public/main-payments.tsx'),
    ]),
    route('*', 'routes/public/not-found.tsx'),
  ]),
  layout('routes/office/kit.tsx', [
    layout('routes/office/doorway.tsx', [
      route('login', 'routes/office/login.tsx'),
      route('admin/login', 'routes/office/login.tsx', { id: 'admin-login' }),
      route('set_password', 'routes/office/set-password.tsx'),
      route('unauthorized', 'routes/office/unauthorized.tsx'),
      route('logout', 'routes/office/logout.tsx'),
    ]),
    layout('routes/office/layout.tsx', [
      route('dashboard', 'routes/office/dashboard.tsx'),
      route('admin/dashboard', 'routes/office/dashboard.tsx', { id: 'admin-dashboard' }),
      route('global_drivers', 'routes/office/global-drivers.tsx'),
      route('display_driver/:id', 'routes/office/display-driver.tsx'),
      route('view_driver/:id', 'routes/office/display-driver.tsx', { id: 'view-driver' }),
      route('registration_fees', 'routes/office/registration-fees.tsx'),
      route('subscriptions', 'routes/office/subscriptions.tsx'),
      route('device_payments', 'routes/office/device-payments.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
