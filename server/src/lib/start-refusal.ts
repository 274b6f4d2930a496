/** The reason why the server cannot start, in one line for the operator. */
export class StartRefusal extends Error {}
