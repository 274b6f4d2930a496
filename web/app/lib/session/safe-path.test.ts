import { describe, expect, it, vi } from 'vitest';
import { safePath } from './safe-path.ts';

describe('the page to return to after signing in', () => {
  it('keeps a path of this site with its query and fragment', () => {
    expect(safePath('/registration_fees?page=3&status=cleared#row')).toBe(
      '/registration_fees?page=3&status=cleared#row',
    );
    expect(safePath('/')).toBe('/');
  });

  it('is found in browsers that cannot do `URL.parse`', () => {
    const missing = vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function');
    });
    expect(safePath('/dashboard')).toBe('/dashboard');
    expect(safePath('/dashboard:99999999//[')).toBe('/dashboard:99999999//[');
    missing.mockRestore();
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
