/** Asks the service worker to keep a page by its path, or `all` public pages. */
export type KeepMessage = { keep: string };
