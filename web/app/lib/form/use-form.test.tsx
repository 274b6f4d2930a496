// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useForm } from './use-form.ts';

function Form() {
  const form = useForm({
    initial: { username: '', first_name: '' },
    // A schema that takes a person's names from another one, and lists them first.
    check: () => ({ first_name: 'Please enter the first name.', username: 'Please enter the username.' }),
  });
  return (
    <form onSubmit={form.submit(async () => {})}>
      {(['username', 'first_name'] as const).map((name) => {
        const { error, ...input } = form.input(name);
        return <input key={name} aria-label={name} aria-invalid={error ? true : undefined} {...input} />;
      })}
      <button type="submit">Send</button>
    </form>
  );
}

it('puts the focus into the first refused field of the page, whatever the order of the problems', async () => {
  render(<Form />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('username')));
  expect(screen.getByLabelText('first_name').getAttribute('aria-invalid')).toBe('true');
});

it('keeps what was typed while an answer was awaited, and empties the rest', async () => {
  let answer = (): void => {};
  function Next() {
    const form = useForm({ initial: { car: '', note: '' } });
    const submit = form.submit(async () => {
      await new Promise<void>((done) => {
        answer = done;
      });
      form.reset();
    });
    return (
      <form onSubmit={submit}>
        {(['car', 'note'] as const).map((name) => {
          const { error: _, ...input } = form.input(name);
          return <input key={name} aria-label={name} {...input} />;
        })}
        <button type="submit">Ask</button>
      </form>
    );
  }
  render(<Next />);
  const user = userEvent.setup();
  const [car, note] = [screen.getByLabelText<HTMLInputElement>('car'), screen.getByLabelText<HTMLInputElement>('note')];
  await user.type(car, 'GX 1-26');
  await user.type(note, 'My first');
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.clear(car);
  await user.type(car, 'GX 2-26');
  answer();
  await waitFor(() => expect(note.value).toBe(''));
  expect(car.value).toBe('GX 2-26');
});
