import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, expect, test, vi } from 'vitest';
import { MISSING_CODE } from '~/lib/form/use-form.ts';
import { firstRenderOf } from '../../../../test/first-render.tsx';
import { PUBLIC_PLACE } from './registration-values.ts';
import { useRegistration } from './use-registration.ts';
import { Wizard } from './wizard.tsx';

const { say } = vi.hoisted(() => ({ say: vi.fn() }));
vi.mock('~/lib/form/use-form.ts', async (original) => {
  const { useForm, ...others } = await original<typeof import('~/lib/form/use-form.ts')>();
  return { ...others, useForm: (options: Parameters<typeof useForm>[0]) => ({ ...useForm(options), say }) };
});
// As a browser without network that has not kept the page.
const { missing } = vi.hoisted(() => ({
  missing: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));
vi.mock('./check-field.ts', missing);
vi.mock('./submit-registration.ts', missing);

const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
vi.stubGlobal('fetch', fetched);
afterAll(() => vi.unstubAllGlobals());

const open = () => firstRenderOf(() => useRegistration(PUBLIC_PLACE));

test('a registration that cannot be checked without network says so at the form, sends nothing and loses nothing', async () => {
  const { form, submit } = open();
  form.setValues({ persLastname: 'MENSAH' });
  await submit();
  expect(say).toHaveBeenCalledExactlyOnceWith(MISSING_CODE);
  expect(form.getValues().persLastname).toBe('MENSAH');
  expect(fetched).not.toHaveBeenCalled();
});

test('Next says it as well, and stays on the page', async () => {
  say.mockClear();
  expect(await open().checkFields(['persLastname'])).toBeNull();
  expect(say).toHaveBeenCalledExactlyOnceWith(MISSING_CODE);
});

test('so does the button that keeps the form on the phone, and all stays', async () => {
  say.mockClear();
  const { form, keepOnPhone } = open();
  form.setValues({ persLastname: 'MENSAH' });
  await keepOnPhone();
  expect(say).toHaveBeenCalledExactlyOnceWith(MISSING_CODE);
  expect(form.getValues().persLastname).toBe('MENSAH');
});

test('the form has a line for it, which screen readers announce', () => {
  const html = renderToString(
    <MemoryRouter>
      <Wizard />
    </MemoryRouter>,
  );
  expect(html).toMatch(/<form[\s\S]*role="alert" tabindex="-1"[\s\S]*<\/form>/i);
});
