import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MissingYears } from './prices-missing.tsx';

test('one alarm names the years without prices, the fees they lack and whom to ask', () => {
  const shown = renderToString(
    <MissingYears
      missing={[
        { year: 2027, descriptions: ['DEVICE PAYMENT'] },
        { year: 2028, descriptions: ['REGISTRATION FEE', 'DEVICE PAYMENT'] },
      ]}
    />,
  );
  const text = shown.replaceAll('<!-- -->', '');
  expect(text.match(/role="alert"/g)).toHaveLength(1);
  expect(text).toContain('2027: DEVICE PAYMENT');
  expect(text).toContain('2028: REGISTRATION FEE, DEVICE PAYMENT');
  expect(text).toContain('ask the person who runs this server');
});
