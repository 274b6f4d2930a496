import sax, { type Tag } from 'sax';
import { unreadable } from './table-row.ts';

export type XmlEvents = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML by its pieces, names without their prefixes. Entities of the document's own are an error to the parser, so that
 * none can grow. After each piece the caller may take what has come.
 */
export async function* walkXml(pieces: AsyncIterable<string>, events: XmlEvents): AsyncGenerator<void> {
  const xml = sax.parser(true, {});
  let failure: Error | null = null;
  xml.onerror = (error) => {
    failure = error;
  };
  xml.onopentag = (tag) => events.open?.(localName(tag.name), (tag as Tag).attributes);
  xml.onclosetag = (name) => events.close?.(localName(name));
  xml.ontext = (text) => events.text?.(text);
  xml.oncdata = (text) => events.text?.(text);
  for await (const piece of pieces) {
    xml.write(piece);
    if (failure) throw unreadable('This workbook is damaged.', failure);
    yield;
  }
}
