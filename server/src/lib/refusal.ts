import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@banbo/contract';

type Extra = Partial<Pick<ErrorBody, 'issues' | 'login_attempts' | 'account_blocked'>>;

/** A refusal with a sentence for the caller. The only error whose message leaves the server. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  /** `options.cause` is logged only. A refusal in other words takes over the cause of the first. */
  constructor(code: ErrorCode, message: string, extra: Extra = {}, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'Refusal';
    this.code = code;
    this.extra = extra;
  }

  get httpStatus(): number {
    return ERROR_STATUS[this.code];
  }

  get body(): ErrorBody {
    return { status: false, success: false, code: this.code, message: this.message, ...this.extra };
  }
}

/** The reason why the server cannot start, in one line for the operator. */
export class StartRefusal extends Error {
  /** The reason alone; the message has the advice too. */
  readonly reason: string;
  /** How to mend it, where one can tell. */
  readonly advice: string | undefined;

  constructor(reason: string, { advice, ...options }: ErrorOptions & { advice?: string } = {}) {
    super(advice === undefined ? reason : `${reason}: ${advice}`, options);
    this.reason = reason;
    this.advice = advice;
  }
}

/** A refusal at one field of the body, where forms show its sentence. */
export const refusalAt = (code: ErrorCode, field: string, message: string): Refusal =>
  new Refusal(code, message, { issues: [{ path: `body.${field}`, message }] });

/** For callers without the permission. */
export const notPermitted = (): Refusal => new Refusal('not_permitted', 'You are not authorized to do this.');

/** The refusal with 404 `not_found` of a record that is not there. */
export const noSuch = (thing: string): Refusal => new Refusal('not_found', `There is no such ${thing}.`);

/** The record; throws the refusal of `noSuch` where there is none. */
export const existing = <T>(record: T | null | undefined, thing: string): T => {
  if (record === null || record === undefined) throw noSuch(thing);
  return record;
};
