import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { Hero } from './home.tsx';

test('the hero names everything that joining costs, the device too', () => {
  const Stub = createRoutesStub([{ path: '/', Component: Hero }]);
  const page = renderToString(<Stub />);
  for (const price of ['GHS 200.00', 'GHS 1,500.00', 'GHS 300.00']) expect(page).toContain(price);
});
