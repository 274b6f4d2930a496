import type { PlotState } from '@banbo/contract';
import type L from 'leaflet';
import { CanvasLayer, type Pen } from './canvas-layer.ts';
import type { PixelBox } from './clusters.ts';
import { strokeChosen } from './draw-marks.ts';
import { indexPlots, namePlace, type PlotIndex, type PlotShape } from './plot-index.ts';
import { fillOf, HATCH, PLOT_STYLES } from './plot-styles.ts';

/** From the back to the front. */
const ORDER: readonly PlotState[] = ['free', 'held', 'applied', 'blocked'];
/** Plots in one path: a browser is slow with longer ones. */
const A_PATH = 200;
/** Pixels below which a plot is a speck of its edge's colour. */
const SPECK = 5;
/** Pixels from which a plot has its hatch and a full edge. */
const HATCHED = 9;
/** Pixels that a name needs in height. */
const NAME_HIGH = 13;

const NOTHING: ReadonlySet<PlotState> = new Set();

const isNightNow = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

/** Draws plots on one canvas: states by fill and colour, names where there is room. */
export class PlotLayer extends CanvasLayer {
  #index: PlotIndex = indexPlots([]);
  #chosen: string | null = null;
  #faint = NOTHING;

  constructor() {
    super('plots');
  }

  /** Draws these plots at the next frame. Those in `faint` states have a thin edge alone. */
  show(plots: readonly PlotShape[], chosen: string | null, faint: ReadonlySet<PlotState> = NOTHING): void {
    if (plots !== this.#index.plots) this.#index = indexPlots(plots);
    this.#chosen = chosen;
    this.#faint = faint;
    this.repaint();
  }

  /** The plot at a point of the layer, if there is one that is not faint. */
  plotAt(point: L.Point): PlotShape | null {
    const { x, y } = this.worldPoint(point);
    const scale = 2 ** this._map.getZoom();
    const found = this.#index.at(x / scale, y / scale);
    const plot = found === null ? undefined : this.#index.plots[found];
    return plot && !this.#faint.has(plot.state) ? plot : null;
  }

  protected paint(pen: Pen, box: PixelBox): void {
    const scale = 2 ** this._map.getZoom();
    const { plots, placed, within } = this.#index;
    const shown = within({
      ...{ left: box.left / scale, right: box.right / scale },
      ...{ top: box.top / scale, bottom: box.bottom / scale },
    });
    const near = new Map<PlotState | 'faint', number[]>();
    const specks = new Map<PlotState, number[]>();
    for (const n of shown) {
      const [plot, one] = [plots[n], placed[n]];
      if (!plot || !one) continue;
      const size = Math.max(one.right - one.left, one.bottom - one.top) * scale;
      const isFaint = this.#faint.has(plot.state);
      if (size < SPECK && isFaint) continue;
      const groups: Map<PlotState | 'faint', number[]> = size < SPECK ? specks : near;
      const key = isFaint ? 'faint' : plot.state;
      const group = groups.get(key);
      if (group) group.push(n);
      else groups.set(key, [n]);
    }
    const at = { scale, left: box.left, top: box.top };
    const isNight = isNightNow();
    const shade = isNight ? 1 : 0;
    pen.lineJoin = 'round';
    this.#drawOutlines(pen, at, near.get('faint') ?? [], isNight ? 'rgb(255 255 255 / 25%)' : 'rgb(0 0 0 / 22%)');
    for (const state of ORDER) {
      this.#drawSpecks(pen, at, specks.get(state) ?? [], PLOT_STYLES[state].edge[shade]);
      this.#drawPlots(pen, at, near.get(state) ?? [], state, isNight);
    }
    this.#drawChosen(pen, at);
    for (const state of ORDER) this.#drawNames(pen, at, near.get(state) ?? [], isNight);
  }

  #trace(pen: Pen, { scale, left, top }: At, n: number): void {
    const one = this.#index.placed[n];
    if (!one) return;
    const { xs, ys } = one;
    for (let corner = 0; corner < xs.length; corner += 1) {
      const [x, y] = [(xs[corner] ?? 0) * scale - left, (ys[corner] ?? 0) * scale - top];
      if (corner === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    pen.closePath();
  }

  /** Calls `draw` with a path of some plots at a time. */
  #inPaths(pen: Pen, at: At, all: readonly number[], draw: () => void): void {
    for (let first = 0; first < all.length; first += A_PATH) {
      pen.beginPath();
      for (const n of all.slice(first, first + A_PATH)) this.#trace(pen, at, n);
      draw();
    }
  }

  #drawOutlines(pen: Pen, at: At, all: readonly number[], colour: string): void {
    pen.strokeStyle = colour;
    pen.lineWidth = 0.75;
    this.#inPaths(pen, at, all, () => pen.stroke());
  }

  #drawSpecks(pen: Pen, { scale, left, top }: At, all: readonly number[], colour: string): void {
    pen.fillStyle = colour;
    for (const n of all) {
      const one = this.#index.placed[n];
      if (!one) continue;
      const [width, height] = [(one.right - one.left) * scale, (one.bottom - one.top) * scale];
      pen.fillRect(one.left * scale - left, one.top * scale - top, Math.max(1, width), Math.max(1, height));
    }
  }

  #drawPlots(pen: Pen, at: At, all: readonly number[], state: PlotState, isNight: boolean): void {
    const [first] = all;
    const one = first === undefined ? undefined : this.#index.placed[first];
    if (!one) return;
    const style = PLOT_STYLES[state];
    const isHatched = (one.right - one.left) * at.scale >= HATCHED;
    const fill = fillOf(pen, isHatched ? style : { ...style, hatch: 'none' }, isNight, this.ratio);
    if (typeof fill !== 'string') {
      // The hatch keeps its place on the ground while the canvas moves over it.
      const [x, y] = [-(at.left % HATCH), -(at.top % HATCH)];
      fill.setTransform(new DOMMatrix([1 / this.ratio, 0, 0, 1 / this.ratio, x, y]));
    }
    pen.fillStyle = fill;
    pen.strokeStyle = style.edge[isNight ? 1 : 0];
    pen.lineWidth = !isHatched ? 0.6 : state === 'blocked' ? 2 : 1.2;
    this.#inPaths(pen, at, all, () => {
      pen.fill();
      pen.stroke();
    });
  }

  #drawChosen(pen: Pen, at: At): void {
    const n = this.#chosen === null ? -1 : this.#index.plots.findIndex(({ id }) => id === this.#chosen);
    if (n < 0) return;
    pen.beginPath();
    this.#trace(pen, at, n);
    strokeChosen(pen);
  }

  #drawNames(pen: Pen, { scale, left, top }: At, all: readonly number[], isNight: boolean): void {
    pen.font = '600 12px sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineWidth = 3;
    pen.strokeStyle = isNight ? 'rgb(10 22 18 / 90%)' : 'rgb(255 255 255 / 90%)';
    pen.fillStyle = isNight ? '#ffffff' : '#14211c';
    for (const n of all) {
      const [plot, one] = [this.#index.plots[n], this.#index.placed[n]];
      if (!plot || !one || (one.bottom - one.top) * scale < NAME_HIGH) continue;
      const { x, y, wide } = namePlace(one);
      // Some 7 pixels a digit: measuring thousands of them takes longer than drawing.
      if (plot.name.length * 7 > wide * scale) continue;
      pen.strokeText(plot.name, x * scale - left, y * scale - top);
      pen.fillText(plot.name, x * scale - left, y * scale - top);
    }
  }
}

/** Pixels of the world in one at zoom 0, and those at the pen's origin. */
type At = { scale: number; left: number; top: number };
