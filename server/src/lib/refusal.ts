import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@banbo/contract';

type Extra = Partial<Pick<ErrorBody, 'issues' | 'login_attempts' | 'account_blocked'>>;

/** A refusal with a sentence for the caller. The only error whose message leaves the server. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  /** `options.cause` is logged and never leaves the server. A refusal in other words takes over the cause of the first. */
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
export class StartRefusal extends Error {}
