import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MissingYear } from './prices-missing.tsx';

test('a year without prices is announced with what it lacks and whom to ask', () => {
  const shown = renderToString(<MissingYear year={2028} descriptions={['REGISTRATION FEE', 'DEVICE PAYMENT']} />);
  const text = shown.replaceAll('<!-- -->', '');
  expect(text).toContain('role="alert"');
  expect(text).toContain('No price is set for 2028:');
  expect(text).toContain('REGISTRATION FEE, DEVICE PAYMENT.');
  expect(text).toContain('ask the person who runs this server');
});
