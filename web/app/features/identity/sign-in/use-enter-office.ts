import type { AnswerOf, loginWithCode } from '@banbo/contract';
import { useNavigate } from 'react-router';
import { secondFactorPath } from '~/lib/second-factor-path.ts';
import { startSession } from '~/lib/session.ts';

export type StaffAnswer = AnswerOf<typeof loginWithCode>;

/** Begins the session of staff who signed in, on the page first asked for; who must set up a second factor does so first. */
export const useEnterOffice = (target: string) => {
  const navigate = useNavigate();
  return async (answer: StaffAnswer, trusted: boolean): Promise<void> => {
    startSession('staff', answer, trusted);
    await navigate(answer.needs_second_factor ? secondFactorPath(target) : target, { replace: true });
  };
};
