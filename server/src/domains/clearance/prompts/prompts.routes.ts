import { getPrompt, promptList, sendPrompt } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { checkedCounting } from '#http/limits/checked-counting.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { Refusal } from '#lib/refusal.ts';
import { judgePrompt, storePrompt } from './ask-for-prompt.ts';
import { promptsSource } from './list-prompts.ts';
import { countsOfPrompt } from './prompt-limits.ts';
import { readPrompt } from './read-prompt.ts';

const NOT_SET_UP =
  'Paying by a prompt is not set up here. Please send the money yourself and tell us its transaction ID.';
const TOO_MANY = 'Too many prompts were sent today. Please send the money yourself, or contact us.';

/** `offersPrompts`: a service that sends them is set up. */
type Deps = { db: Db; now: () => Date; offersPrompts: boolean; lists: Lists };

export const promptRoutes = (app: ApiScope, { db, now, offersPrompts, lists }: Deps): void => {
  app.route({
    ...sendPrompt,
    handler: async (request, reply) => {
      if (!offersPrompts) throw new Refusal('refused', NOT_SET_UP);
      const { body, address, caller } = request;
      const at = now();
      const prompt = await judgePrompt(db, body, at);
      // Counted with what stores it, so that a refused one uses nothing up.
      const counting = checkedCounting(countsOfPrompt({ ...body, address, caller }), at, reply, TOO_MANY);
      return request.inTransaction(async (tx) => {
        const { reference, message } = await storePrompt(tx, prompt, at, counting);
        return { success: true as const, reference, state: 'waiting' as const, message };
      });
    },
  });
  app.route({
    ...getPrompt,
    handler: async ({ params }) => ({ status: true as const, ...(await readPrompt(db, params.reference, now())) }),
  });
  lists.serve(app, promptList, promptsSource, () => undefined);
};
