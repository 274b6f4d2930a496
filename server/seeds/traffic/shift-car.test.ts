import { expect, test } from 'vitest';
import { metresBetween } from './roads.ts';
import { shiftCar } from './shift-car.ts';

const MINUTE = 60_000;
const FROM = new Date('2026-11-24T00:00:00Z');

test('cars of the demo are where they were before, from whatever moment they are asked, and never jump', () => {
  const late = new Date(FROM.getTime() + 40 * 60 * MINUTE);
  for (let serial = 0; serial < 12; serial += 1) {
    const early = shiftCar(serial, FROM);
    const later = shiftCar(serial, late);
    let before = early(FROM);
    for (let at = FROM.getTime() + MINUTE; at <= late.getTime(); at += MINUTE) {
      const fix = early(new Date(at));
      const moved = metresBetween([before.latitude, before.longitude], [fix.latitude, fix.longitude]);
      expect(Math.hypot(...moved)).toBeLessThan(2_300);
      before = fix;
    }
    const { latitude, longitude } = later(late);
    expect(Math.hypot(...metresBetween([before.latitude, before.longitude], [latitude, longitude]))).toBeLessThan(10);
  }
});

test('at any hour some cars of the demo drive', () => {
  const cars = Array.from({ length: 40 }, (_, serial) => shiftCar(serial, FROM));
  for (let hour = 1; hour < 24; hour += 1) {
    const driving = cars.filter((car) => car(new Date(FROM.getTime() + hour * 60 * MINUTE)).hasIgnition);
    expect(driving.length).toBeGreaterThan(4);
  }
});
