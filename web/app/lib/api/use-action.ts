import { useMutation } from '@tanstack/react-query';
import { toast } from '../toast.ts';

type Action<Input, Answer> = {
  /** Does it. A failure is shown in a toast. */
  run: (input: Input) => Promise<Answer>;
  /** The sentence that a toast says of success; without it the screen shows it. */
  says?: (answer: Answer) => string;
  /** Runs first at the end, whichever way it ended: it closes the question that was asked before. */
  onEnd?: () => void;
  /** Runs after success; the action is busy until it is through. */
  onDone?: (answer: Answer) => unknown;
};

/** An action of a button, beside forms: `isPending` while it runs, and its end in a toast. */
export const useAction = <Answer, Input = void>({ run, says, onEnd, onDone }: Action<Input, Answer>) =>
  useMutation({
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
