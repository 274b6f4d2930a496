export type PublicPage = {
  path: string;
  title: string;
  description: string;
  /** The page that search engines list in place of this one. */
  canonical?: string;
};

/** The pages written as HTML at build time, for search engines and before scripts run. */
export const PUBLIC_PAGES = [
  {
    path: '/',
    title: 'Your Security Our Concern',
    description:
      'A GPS tracking device with panic button and a 24/7 response team for taxi, ride-share and private drivers in Ghana. Register on your phone and pay by MoMo.',
  },
  {
    path: '/about',
    title: 'About Us',
    description: 'Who we are: the control room and the response team behind the panic button in your car.',
  },
  {
    path: '/more_about',
    title: 'More About Us',
    description: 'Our mission, and the four things every driver may hold us to.',
  },
  {
    path: '/services',
    title: 'Our Services',
    description:
      'Panic button, GPS tracking, 24/7 monitoring and response, police coordination, camera, pepper spray and servicing.',
  },
  {
    path: '/pricing',
    title: 'Pricing',
    description:
      'Three plans for drivers in Ghana from GHS 300.00 a month, with a 30 days money back guarantee and no extra fees.',
  },
  {
    path: '/sos',
    title: 'SOS',
    description:
      'For members in danger: hold the button to call our office for help, and the emergency numbers to call.',
  },
  {
    path: '/main_registration',
    title: 'Registration',
    description: 'Register as a driver in six short pages on your phone, and get your driver code at once.',
  },
  {
    path: '/main_payments',
    title: 'Payments',
    description: 'Send us the Transaction ID of your MoMo payment: registration fee, monthly subscription or device.',
  },
  {
    path: '/payment_info',
    title: 'Payment Information',
    description: 'Our fees, our MoMo merchant numbers, and how to pay by mobile money, step by step with pictures.',
  },
  {
    path: '/contact',
    title: 'Contact Us',
    description: 'Get help and friendly support: write to us, call us or visit our office in Accra.',
  },
  {
    path: '/whatsaap',
    title: 'Send Message',
    description: 'Write a short message and send it by WhatsApp.',
  },
  {
    path: '/blog',
    title: 'Our Blogs',
    description: 'Plots, houses, yards and shops: examples of what our land desk handles.',
  },
  {
    path: '/terms_conditions',
    title: 'Terms & Conditions',
    description: 'The agreement between us and our drivers in nine sections, under the law of Ghana.',
  },
  {
    path: '/conditions',
    title: 'Terms & Conditions',
    description: 'The agreement between us and our drivers in nine sections, under the law of Ghana.',
    canonical: '/terms_conditions',
  },
  {
    path: '/plot_search',
    title: 'Is This Plot Free?',
    description:
      'Ask with a code of our office whether a tenancy, an application, a caveat or a case is recorded against a plot.',
  },
  {
    path: '/land_paper',
    title: 'Check a Land Paper',
    description: 'Type the code on a slip, an allocation note or a certificate to see whether it is one of ours.',
  },
  {
    path: '/location',
    title: 'Current Location',
    description: 'See the latitude, longitude and address of where your phone is now.',
  },
  {
    path: '/map_demo',
    title: 'Map',
    description: 'Set flags on a map of Ghana and the Gulf of Guinea, and join them with a line.',
  },
] as const satisfies readonly PublicPage[];

export type PublicPath = (typeof PUBLIC_PAGES)[number]['path'];
