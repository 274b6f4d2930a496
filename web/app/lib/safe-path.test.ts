import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path.ts';

describe('the page to return to after signing in', () => {
  it('keeps a path of this site with its query and fragment', () => {
    expect(safePath('/registration_fees?page=3&status=cleared#row')).toBe(
      '/registration_fees?page=3&status=cleared#row',
    );
    expect(safePath('/')).toBe('/');
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    'dashboard',
    '',
    null,
    undefined,
  ])('refuses %j, which could lead elsewhere', (text) => {
    expect(safePath(text)).toBeNull();
  });
});
