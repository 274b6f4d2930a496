import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('routes/public/layout.tsx', [
    index('routes/public/home.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('services', 'routes/public/services.tsx'),
    route('contact', 'routes/public/contact.tsx'),
    route('pricing', 'routes/public/pricing.tsx'),
    route('terms_conditions', 'routes/public/terms-conditions.tsx'),
    layout('routes/forms.tsx', { id: 'public-forms' }, [
      route('main_registration', 'routes/public/main-registration.tsx'),
      route('main_payments', 'routes/public/main-payments.tsx'),
    ]),
    route('*', 'routes/public/not-found.tsx'),
  ]),
] satisfies RouteConfig;
