// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOfficePage } from '../../../test/dom/office-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { useOfficeCounts } from './layout.tsx';

function Counts() {
  return <p>{JSON.stringify(useOfficeCounts())}</p>;
}

test('the menu’s counts come by the paths of its items, and are none until they are known', async () => {
  const stream = () => new Response(new ReadableStream());
  const { calls } = serve({ '/office_counts': { counts: { '/payment_clearance': 47 } }, '/live': stream });
  signInAs('SuperUser');
  openOfficePage([{ path: '/', element: <Counts /> }], '/');
  expect(await screen.findByText('{}')).toBeDefined();
  expect(await screen.findByText('{"/payment_clearance":47}')).toBeDefined();
  expect(calls.map(({ path }) => path).sort()).toEqual(['/live', '/office_counts']);
});
