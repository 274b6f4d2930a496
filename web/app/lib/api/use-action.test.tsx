import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '../toast.ts';
import { useAction } from './use-action.ts';

vi.mock('../toast.ts', () => ({ toast: { success: vi.fn(), error: vi.fn() } }));
beforeEach(() => vi.clearAllMocks());

const steps: string[] = [];

/** Runs an action as its button does, and returns the events in order. */
const press = async (run: () => Promise<string>, says?: (answer: string) => string): Promise<readonly string[]> => {
  steps.length = 0;
  let act: (() => Promise<unknown>) | undefined;
  function Button() {
    const { mutateAsync } = useAction({
      run,
      ...(says && { says }),
      onEnd: () => steps.push('end'),
      onDone: (answer) => steps.push(`done ${answer}`),
    });
    act = () => mutateAsync();
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Button />
    </QueryClientProvider>,
  );
  await act?.().catch(() => undefined);
  return steps;
};

test('success is said in a toast, the question closed, and then what follows is done', async () => {
  expect(
    await press(
      async () => 'Ama',
      (name) => `${name} is blocked.`,
    ),
  ).toEqual(['end', 'done Ama']);
  expect(vi.mocked(toast.success).mock.calls).toEqual([['Ama is blocked.']]);
  expect(toast.error).not.toHaveBeenCalled();
});

test('an action whose screen shows its success says nothing', async () => {
  expect(await press(async () => 'Ama')).toEqual(['end', 'done Ama']);
  expect(toast.success).not.toHaveBeenCalled();
});

test('a failure is said in a toast and closes the question; nothing follows', async () => {
  const steps = await press(
    () => Promise.reject(new Error('No network.')),
    () => 'Done.',
  );
  expect(steps).toEqual(['end']);
  expect(vi.mocked(toast.error).mock.calls).toEqual([['No network.']]);
  expect(toast.success).not.toHaveBeenCalled();
});
