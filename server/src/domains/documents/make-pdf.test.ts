import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { qrModules } from './make-pdf.ts';

const SCALE = 4;

/** The modules as the picture that a camera would take of them. */
const pictureOf = (modules: boolean[][]) => {
  const size = modules.length * SCALE;
  const data = new Uint8Array(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (modules[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)])
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return { width: size, height: size, data };
};

test('a code reads as the address that it was made of', () => {
  const address = 'https://banbo.example/receipt/7Q2MXK4D9H3BZT10';
  expect(decodeQR(pictureOf(qrModules(address)))).toBe(address);
});
