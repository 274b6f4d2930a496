import { useMutation } from '@tanstack/react-query';
import { useKeptFocus } from '../keep-focus.ts';
import { toast } from '../toast.ts';
import { useIsLeaving } from '../use-is-leaving.ts';

type Action<Input, Answer> = {
  /** A failure is shown in a toast. */
  run: (input: Input) => Promise<Answer>;
  /** The toast's text on success; without it the screen shows the result. */
  says?: (answer: Answer) => string;
  /** Runs first at the end, after success and failure alike, to close the question. */
  onEnd?: () => void;
  /** True for a button of the frame, and for a search, which changes nothing. */
  isOfEveryPage?: true;
  /** Runs after success; the action stays busy until it ends. */
  onDone?: (answer: Answer) => unknown;
};

const doNothing = (): void => undefined;

/**
 * A button's action outside forms: `isPending` while it runs, and a toast at its end. While the
 * page gives way to another, `mutate` does nothing.
 */
export const useAction = <Answer, Input = void>({ run, says, onEnd, onDone, isOfEveryPage }: Action<Input, Answer>) => {
  const action = useMutation({
    mutationFn: run,
    onSuccess: async (answer) => {
      if (says) toast.success(says(answer));
      onEnd?.();
      await onDone?.(answer);
    },
    onError: (error) => {
      toast.error(error.message);
      onEnd?.();
    },
  });
  useKeptFocus(action.isPending);
  return useIsLeaving() && !isOfEveryPage ? { ...action, mutate: doNothing } : action;
};
