import { act } from '@testing-library/react';

const AT = '2026-11-25T19:04:53.000Z';
const CALL = { car_number: 'GR 8-17', raised_at: '2026-11-25T19:04:11.000Z' };

/** The stream of what rings, which says what the test lets it say. */
export const ringingStream = () => {
  const outs: ReadableStreamDefaultController<Uint8Array>[] = [];
  const say = (text: string) => act(async () => outs.at(-1)?.enqueue(new TextEncoder().encode(text)));
  return {
    answer: () => new Response(new ReadableStream<Uint8Array>({ start: (out) => void outs.push(out) })),
    rings: (...ids: string[]) => {
      const ringing = ids.map((id) => ({ id, number: `2026-000${id}`, grade: 'sos', is_drill: false, ...CALL }));
      return say(`event: board\ndata: ${JSON.stringify({ at: AT, ringing })}\n\n`);
    },
    cut: () => act(async () => outs.at(-1)?.error(new Error('The network went.'))),
    opened: () => outs.length,
  };
};
