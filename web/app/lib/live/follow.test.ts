import { expect, test } from 'vitest';
import { readEvents } from './follow.ts';

/** Reads a stream whose text arrives in these pieces. */
const read = async (...pieces: string[]) => {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
  const events = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
};

test('events come whole, in whatever pieces the network brings them', async () => {
  const text =
    'event: begun\nid: 7-1\ndata: {"resumed":false}\n\n:\n\nevent: changed\nid: 8-2\ndata: {"topics":["claims"]}\n\n';
  const events = [
    { name: 'begun', id: '7-1', data: '{"resumed":false}' },
    { name: '', id: null, data: '' },
    { name: 'changed', id: '8-2', data: '{"topics":["claims"]}' },
  ];
  expect(await read(text)).toEqual(events);
  expect(await read(...text)).toEqual(events);
});

test('an event that was cut off is none', async () => {
  expect(await read('event: changed\ndata: {"topics":["cla')).toEqual([]);
});
