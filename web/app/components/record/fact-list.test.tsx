import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EmailText } from './fact-list.tsx';

it('lets an e-mail address break behind the @ and nowhere else', () => {
  expect(renderToStaticMarkup(<EmailText email="driver5@example.com" />)).toBe('driver5@<wbr/>example.com');
  expect(renderToStaticMarkup(<EmailText email="" />)).toBe('');
});
