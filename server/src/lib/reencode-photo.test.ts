import sharp from 'sharp';
import { expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { BUDGET, withMemory } from '#lib/memory-budget.ts';
import { photoInPasses, photoJpeg } from '../../test/builders/photos.ts';
import { decoding, reencodePhoto } from './reencode-photo.ts';

const reencode = (file: File) => reencodePhoto(file, 800);

test('two photos are decoded at once, eight wait, and the next is told to come back', async () => {
  const gate = Promise.withResolvers<void>();
  const before = awaitLater(Promise.all(Array.from({ length: 9 }, () => decoding(() => gate.promise))));
  const tenth = awaitLater(reencode(await photoJpeg()));
  // The tenth is in the queue by the time the eleventh, which began later, is refused.
  await expect(reencode(await photoJpeg())).rejects.toMatchObject({
    code: 'busy',
    message: 'Many photos are arriving right now. Please try again in a minute.',
  });
  gate.resolve();
  await before;
  expect((await sharp(await tenth).metadata()).format).toBe('jpeg');
  await expect(reencode(await photoJpeg())).resolves.toBeInstanceOf(Uint8Array);
});

test('a photo whose lines come in passes waits until there is memory for all of its pixels', async () => {
  const [large, small] = [await photoInPasses(3_000, 2_000), await photoJpeg()];
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const other = awaitLater(withMemory(BUDGET.heavyWork - 30, () => gate.promise).then(() => order.push('other work')));
  // Done before the large one is sent, since no later photo overtakes one that waits.
  await reencode(small).then(() => order.push('a small photo'));
  const photo = awaitLater(reencode(large).then(() => order.push('the large photo')));
  // Longer than a photo takes that does not wait.
  const bytes = await large.bytes();
  for (let turn = 0; turn < 3; turn += 1) await sharp(bytes).autoOrient().resize(800).jpeg().toBuffer();
  gate.resolve();
  await Promise.all([other, photo]);
  expect(order).toEqual(['a small photo', 'other work', 'the large photo']);
});

test('a picture with see-through parts stands on white', async () => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const jpeg = await reencode(new File([new Uint8Array(clear)], 'clear.png'));
  const { dominant } = await sharp(jpeg).stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
});

test('a small photo is not made larger', async () => {
  const jpeg = await reencode(await photoJpeg(1, 90));
  const { width, height } = await sharp(jpeg).metadata();
  expect([width, height]).toEqual([90, 90]);
});

test('what some phones write into a picture’s headers does not spoil it', async () => {
  const whole = await (await photoJpeg()).bytes();
  const scan = Buffer.from(whole).indexOf(Buffer.from([0xff, 0xda]));
  const extraneous = new Uint8Array([...whole.subarray(0, scan), 1, 2, 3, ...whole.subarray(scan)]);
  const parameters = new Uint8Array(whole);
  // The scan header's last byte but one: where its spectrum ends.
  const length = Buffer.from(whole).readUInt16BE(scan + 2);
  parameters[scan + 2 + length - 2] = 0;
  for (const bytes of [extraneous, parameters]) {
    await expect(sharp(bytes).toBuffer()).rejects.toThrow();
    await expect(reencode(new File([bytes], 'IMG_0002.JPG'))).resolves.toBeInstanceOf(Uint8Array);
  }
});
