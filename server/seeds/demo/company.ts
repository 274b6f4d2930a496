import type { Site } from '@banbo/contract';

/** The demo's company. Its numbers are made of zeros, so that they reach no real phone. */
export const DEMO_COMPANY = {
  office_location: '14 Banbo House, Ring Road Central, Accra',
  gps_address: 'GA-000-0001',
  email: 'help@banbo.example',
  mobile_numbers: ['+233240000001', '+233200000002', '+233260000003'],
  momo_merchants: [
    { network: 'MTN MoMo', name: 'Banbo Driver Safety', number: '000 001' },
    { network: 'Telecel Cash', name: 'Banbo Driver Safety', number: '000 002' },
  ],
  momo_numbers: [
    { network: 'MTN MoMo', name: 'Banbo Driver Safety', number: '024 000 0001' },
    { network: 'Telecel Cash', name: 'Banbo Driver Safety', number: '020 000 0002' },
  ],
} satisfies Partial<Site>;
