import type { TrackerState } from '@banbo/contract';
import type { Pen } from './canvas-layer.ts';

/** The colours of the states, by day and night: a white edge parts them from any ground. */
export const STATE_COLOURS: Readonly<Record<TrackerState, string>> = {
  alarm: '#c62828',
  moving: '#12614a',
  parked: '#1d4f91',
  silent: '#7a5b12',
  unreported: '#5f6b66',
};

const edged = (pen: Pen, colour: string): void => {
  pen.fillStyle = colour;
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = 2;
  pen.fill();
  pen.stroke();
};

const arrow = (pen: Pen, x: number, y: number, course: number): void => {
  pen.save();
  pen.translate(x, y);
  pen.rotate((course * Math.PI) / 180);
  pen.beginPath();
  pen.moveTo(0, -13);
  pen.lineTo(6, -4);
  pen.arc(0, 0, 7, -0.6, Math.PI + 0.6);
  pen.closePath();
  pen.restore();
};

const circle = (pen: Pen, x: number, y: number, radius: number): void => {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
};

/**
 * Draws a car: a circle that points its way for one that moves, a square for a parked one, a hollow
 * diamond for a silent one, a ringed '!' for an alarm.
 */
export const drawCar = (pen: Pen, x: number, y: number, state: TrackerState, course: number | null): void => {
  const colour = STATE_COLOURS[state];
  if (state === 'alarm') {
    circle(pen, x, y, 15);
    pen.strokeStyle = colour;
    pen.lineWidth = 2.5;
    pen.stroke();
    circle(pen, x, y, 10);
    edged(pen, colour);
    pen.fillStyle = '#ffffff';
    pen.font = 'bold 14px sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText('!', x, y + 0.5);
  } else if (state === 'moving') {
    if (course === null) circle(pen, x, y, 7);
    else arrow(pen, x, y, course);
    edged(pen, colour);
  } else if (state === 'parked') {
    pen.beginPath();
    pen.rect(x - 6, y - 6, 12, 12);
    edged(pen, colour);
  } else {
    pen.beginPath();
    pen.moveTo(x, y - 8);
    pen.lineTo(x + 8, y);
    pen.lineTo(x, y + 8);
    pen.lineTo(x - 8, y);
    pen.closePath();
    pen.fillStyle = '#ffffff';
    pen.fill();
    pen.strokeStyle = colour;
    pen.lineWidth = 2.5;
    pen.stroke();
  }
};

/** Pixels; a cluster of a thousand is about twice as wide as one of three. */
export const clusterRadius = (count: number): number => 14 + Math.min(16, Math.log2(count) * 1.6);

/** Draws several cars as one, with a red edge and '!' where one of them has an alarm. */
export const drawCluster = (pen: Pen, x: number, y: number, count: number, alarms: number): void => {
  const radius = clusterRadius(count);
  circle(pen, x, y, radius);
  pen.fillStyle = 'rgb(18 97 74 / 92%)';
  pen.fill();
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = 2;
  pen.stroke();
  pen.fillStyle = '#ffffff';
  pen.font = 'bold 13px sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(count.toLocaleString('en'), x, y + 0.5);
  if (alarms === 0) return;
  circle(pen, x, y, radius + 4);
  pen.strokeStyle = STATE_COLOURS.alarm;
  pen.lineWidth = 3;
  pen.stroke();
  circle(pen, x + radius * 0.75, y - radius * 0.75, 9);
  edged(pen, STATE_COLOURS.alarm);
  pen.fillStyle = '#ffffff';
  pen.font = 'bold 12px sans-serif';
  pen.fillText('!', x + radius * 0.75, y - radius * 0.75 + 0.5);
};

/** Writes a car's number beside its mark. */
export const drawName = (pen: Pen, x: number, y: number, name: string): void => {
  pen.font = 'bold 12px sans-serif';
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  const width = pen.measureText(name).width;
  pen.beginPath();
  pen.roundRect(x + 16, y - 10, width + 12, 20, 5);
  pen.fillStyle = 'rgb(6 37 29 / 88%)';
  pen.fill();
  pen.fillStyle = '#ffffff';
  pen.fillText(name, x + 22, y + 0.5);
};

/** Draws the path of the pen as the ring of what is chosen. */
export const strokeChosen = (pen: Pen): void => {
  pen.strokeStyle = '#14211c';
  pen.lineWidth = 5;
  pen.stroke();
  pen.strokeStyle = '#f4bd3f';
  pen.lineWidth = 3;
  pen.stroke();
};
