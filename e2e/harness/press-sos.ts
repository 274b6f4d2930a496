import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

/** The SOS button of a tracker, as Traccar forwards it to a server of the demo. */
export const pressSos = async (page: Page, url: string, imei: string, output: ReturnType<Product['output']>) => {
  const [, secret = ''] = /Trackers report with the secret (\S+)/.exec(output) ?? [];
  const now = new Date().toISOString();
  const fix = { fixTime: now, deviceTime: now, latitude: 5.57, longitude: -0.2154, speed: 0, course: 90, accuracy: 8 };
  const answer = await page.request.post(`${url}/api/feeds/traccar/events`, {
    headers: { 'x-feed-secret': secret },
    data: {
      event: { type: 'alarm', attributes: { alarm: 'sos' }, eventTime: now },
      position: { ...fix, attributes: { alarm: 'sos', ignition: true } },
      device: { uniqueId: imei },
    },
  });
  expect(await answer.json()).toMatchObject({ status: true });
};
