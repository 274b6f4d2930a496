import { type ExecProtocolOptions, PGlite } from '@electric-sql/pglite';
import { statementName } from '../statement-names.ts';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Prepared = { name: string; parsed: boolean; description: Messages | null };

const PARSE = 'P'.charCodeAt(0);
const DESCRIBE = 'D'.charCodeAt(0);
const BIND = 'B'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const STATEMENT = 'S'.charCodeAt(0);

/** Where the names begin in a message: after its kind and its length. */
const HEAD = 5;

/** The message with `name` written where its empty one ends, at `at`. */
const withName = (message: Uint8Array, at: number, name: string): Uint8Array => {
  const named = new Uint8Array(message.length + name.length);
  named.set(message.subarray(0, at));
  named.set(new TextEncoder().encode(name), at);
  named.set(message.subarray(at), at + name.length);
  new DataView(named.buffer).setInt32(1, named.length - 1);
  return named;
};

const textOf = (parse: Uint8Array): string =>
  new TextDecoder().decode(parse.subarray(HEAD + 1, parse.indexOf(0, HEAD + 1)));

/**
 * The embedded engine asks for each statement anew: parse, describe, bind, execute, all without a name. Here a statement
 * has a name, is parsed and described once, and keeps its plan, as on PostgreSQL: planning costs several times what running
 * a short query does.
 */
export class PreparingEngine extends PGlite {
  readonly #prepared = new Map<string, Prepared>();
  /** Of the statement being asked; statements take turns. */
  #current: Prepared | null = null;

  override async execProtocolStream(message: Uint8Array, options?: ExecProtocolOptions): Promise<Messages> {
    const send = (bytes: Uint8Array) => super.execProtocolStream(bytes, options);
    const [kind] = message;
    if (kind === PARSE) this.#current = this.#find(textOf(message));
    if (kind === SYNC) this.#current = null;
    const current = this.#current;
    if (current === null) return send(message);
    if (kind === PARSE) {
      if (current.parsed) return [];
      const answer = await send(withName(message, HEAD, current.name));
      current.parsed = true;
      return answer;
    }
    if (kind === BIND) return send(withName(message, HEAD + 1, current.name));
    if (kind !== DESCRIBE || message[HEAD] !== STATEMENT) return send(message);
    current.description ??= await send(withName(message, HEAD + 1, current.name));
    return current.description;
  }

  #find(text: string): Prepared | null {
    const name = statementName(text);
    if (name === undefined) return null;
    const known = this.#prepared.get(name) ?? { name, parsed: false, description: null };
    this.#prepared.set(name, known);
    return known;
  }
}
