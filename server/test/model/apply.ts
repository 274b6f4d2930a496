import type { Books } from './books.ts';
import { correctId } from './correct.ts';
import { approvePlan, askPrice, changePlan, decideAsked, payDue, register, returnUse, useCredit } from './drivers.ts';
import { clearClaim, decide, matchClaims } from './matching.ts';
import { approveMerge, merge } from './merges.ts';
import { assign, award, bankPaid, bounced, capture, decideMoney, endMoney, receive } from './money.ts';
import type { Named, Operation, Outcome } from './operations.ts';
import { reversePayment, submit } from './payments.ts';
import { askPrompt, payPrompt } from './prompts.ts';
import { askRefund, decideRefund, endRefund } from './refunds.ts';
import { decideEnded, importStatement, takeBack } from './statements.ts';
import { askWaiver, decideWaiver } from './waivers.ts';

/** Does in the model what was asked of the product. `named`: what the answer named. */
export const apply = (books: Books, operation: Operation, named: Named): Outcome => {
  switch (operation.do) {
    case 'register':
      return register(books, operation, named);
    case 'submit':
      return submit(books, operation);
    case 'capture':
      return capture(books, operation);
    case 'receive':
      return receive(books, operation, named.id ?? operation.id);
    case 'import':
      return importStatement(books, operation);
    case 'clear':
    case 'credit':
      return clearClaim(books, operation);
    case 'reject':
    case 'undo':
      return decide(books, operation);
    case 'correct ID':
      return correctId(books, operation);
    case 'reverse':
      return reversePayment(books, operation.payment, operation.cause, operation.by);
    case 'award':
      return award(books, operation);
    case 'assign':
      return assign(books, operation);
    case 'dismiss':
    case 'take up':
    case 'correct':
      return decideMoney(books, operation);
    // One decision of the product: what it says depends on whether the money has ended by then.
    case 'accept':
    case 'stays ended': {
      const isEnded = books.money.get(operation.money).status === 'ended';
      return isEnded
        ? decideEnded(books, { ...operation, do: 'stays ended' })
        : decideMoney(books, { ...operation, do: 'accept' });
    }
    case 'never_came':
      return endMoney(books, operation.money, operation.by);
    case 'take_back':
      return takeBack(books, operation.money, operation.by);
    case 'came_after_all':
      return decideEnded(books, operation);
    case 'bank_paid':
      return bankPaid(books, operation);
    case 'bounced':
      return bounced(books, operation.money, operation.by);
    case 'use':
      return useCredit(books, operation);
    case 'return':
      return returnUse(books, operation.driver, operation.fee);
    case 'plan':
      return changePlan(books, operation);
    case 'approve plan':
      return approvePlan(books, operation);
    case 'ask price':
      return askPrice(books, operation);
    case 'approve':
    case 'refuse':
      return decideAsked(books, operation);
    case 'ask refund':
      return askRefund(books, operation, named);
    case 'approve refund':
    case 'refuse refund':
      return decideRefund(books, operation);
    case 'pay refund':
    case 'withdraw refund':
      return endRefund(books, operation);
    case 'ask waiver':
      return askWaiver(books, operation, named);
    case 'approve waiver':
    case 'refuse waiver':
      return decideWaiver(books, operation);
    case 'ask prompt':
      return askPrompt(books, operation, named);
    case 'pay prompt':
      return payPrompt(books, operation);
    case 'merge':
      return merge(books, operation);
    case 'approve merge':
      return approveMerge(books, operation);
    case 'match claims':
      return matchClaims(books);
    case 'use credit':
      return payDue(books);
    case 'month':
      books.setMonth(operation.month);
      return { isDone: true };
  }
};
