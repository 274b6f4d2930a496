import type { Position } from './events.repo.ts';

const ID_FORM = /^(\d{1,19})-(\d{1,18})$/;

/** The position that a stream's `Last-Event-ID` names; null for any other text. */
export const positionOf = (text: unknown): Position | null => {
  const [, xid, id] = (typeof text === 'string' && ID_FORM.exec(text)) || [];
  return xid === undefined || id === undefined ? null : { xid, id };
};

/** An event as a stream of server-sent events has it. */
export const eventText = (name: string, last: Position | null, data: object): string =>
  `event: ${name}\n${last ? `id: ${last.xid}-${last.id}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

/** A comment, which no reader hears of. */
export const BEAT = ':\n\n';
