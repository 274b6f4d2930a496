/** Asks the service worker to keep a page, by its path, with what it needs, or all public pages. */
export type KeepMessage = { keep: string };
