// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useKeptFocus } from './keep-focus.ts';

afterEach(cleanup);

type Shown = { isBusy: boolean; isOpen?: boolean };

function Record({ isBusy, isOpen = true }: Shown) {
  useKeptFocus(isBusy);
  return (
    <main tabIndex={-1}>
      {isOpen && (
        <button type="button" disabled={isBusy}>
          Take it
        </button>
      )}
      <button type="button">Close</button>
    </main>
  );
}

/** Browsers take the focus from a disabled button; here only an enabled one can lose it. */
const takeFocus = (button: HTMLButtonElement): void => {
  const { disabled } = button;
  button.disabled = false;
  button.blur();
  button.disabled = disabled;
  expect(document.activeElement).toBe(document.body);
};

/** Works as the button does; a browser takes the focus from it meanwhile. */
const work = (): ReturnType<typeof render> => {
  const shown = render(<Record isBusy={false} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Take it' });
  button.focus();
  shown.rerender(<Record isBusy />);
  takeFocus(button);
  return shown;
};

const expectFocus = (element: () => Element | null): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(element()));
const page = () => document.querySelector('main');

test('the focus returns to the button once its work is done', async () => {
  work().rerender(<Record isBusy={false} />);
  await expectFocus(() => screen.getByRole('button', { name: 'Take it' }));
});

test('the focus returns, too, where the browser had taken it before the work was known', async () => {
  const shown = render(<Record isBusy={false} />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Take it' });
  button.focus();
  button.disabled = true;
  takeFocus(button);
  shown.rerender(<Record isBusy />);
  shown.rerender(<Record isBusy={false} />);
  await expectFocus(() => screen.getByRole('button', { name: 'Take it' }));
});

test('where the button is gone with its work, the page has the focus', async () => {
  work().rerender(<Record isBusy={false} isOpen={false} />);
  await expectFocus(page);
});

test('where the button goes later, as the record is read anew, the page has the focus then', async () => {
  const shown = work();
  shown.rerender(<Record isBusy={false} />);
  await expectFocus(() => screen.getByRole('button', { name: 'Take it' }));
  shown.rerender(<Record isBusy={false} isOpen={false} />);
  await expectFocus(page);
});

test('a person who moved on keeps their place when the button goes', async () => {
  const shown = work();
  shown.rerender(<Record isBusy={false} />);
  await expectFocus(() => screen.getByRole('button', { name: 'Take it' }));
  screen.getByRole('button', { name: 'Close' }).focus();
  shown.rerender(<Record isBusy={false} isOpen={false} />);
  await expectFocus(() => screen.getByRole('button', { name: 'Close' }));
});

test('a pointer pressed elsewhere during the work leaves the button without focus', async () => {
  const shown = work();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  shown.rerender(<Record isBusy={false} />);
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
