/** Why the server cannot start, in one line for whoever starts it. */
export class StartRefusal extends Error {}
