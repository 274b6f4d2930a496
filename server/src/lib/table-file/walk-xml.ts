import sax, { type Tag } from 'sax';
import { createYielder } from '../yielder.ts';
import { tooLarge, unreadable } from './table-row.ts';

/** Elements within each other; those of a workbook are a dozen. */
const MAX_DEPTH = 50;
const MAX_ATTRIBUTES = 100;
/** Elements of one part: more than 50,000 lines of 60 cells fit into what a workbook may unpack to. */
const MAX_ELEMENTS = 6_000_000;
/** V8 keeps the whole piece of XML alive for a text in it of this length, and copies a shorter one. */
const SLICED_LENGTH = 13;

export type XmlEvents = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const copied = (text: string): string => (text.length < SLICED_LENGTH ? text : Buffer.from(text).toString());

/** A parser that refuses XML which would take much memory or time for few bytes. */
const boundedParser = (events: XmlEvents) => {
  const xml = sax.parser(true, {});
  let [depth, elements, attributes] = [0, 0, 0];
  xml.onattribute = () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw unreadable('This workbook is damaged.');
  };
  xml.onopentag = (tag) => {
    depth += 1;
    elements += 1;
    attributes = 0;
    if (depth > MAX_DEPTH) throw unreadable('This workbook is damaged.');
    if (elements > MAX_ELEMENTS)
      throw tooLarge('This workbook has more in it than can be read. Please save it as CSV.');
    events.open?.(localName(tag.name), (tag as Tag).attributes);
  };
  xml.onclosetag = (name) => {
    depth -= 1;
    events.close?.(localName(name));
  };
  xml.ontext = (text) => events.text?.(copied(text));
  xml.oncdata = (text) => events.text?.(copied(text));
  return xml;
};

/**
 * Reads XML by its pieces, names without their prefixes. Entities of the document's own are an
 * error to the parser, so that none can grow. After each piece the caller may take what has come,
 * and others get their turn.
 */
export async function* walkXml(pieces: AsyncIterable<string>, events: XmlEvents): AsyncGenerator<void> {
  const xml = boundedParser(events);
  const yieldIfDue = createYielder();
  let failure: Error | null = null;
  xml.onerror = (error) => {
    failure = error;
  };
  for await (const piece of pieces) {
    xml.write(piece);
    if (failure) throw unreadable('This workbook is damaged.', failure);
    yield;
    await yieldIfDue();
  }
}
