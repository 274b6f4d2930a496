import type L from 'leaflet';
import { CanvasLayer, type Pen } from './canvas-layer.ts';
import { type Dot, type MapSpot, type PixelBox, spotsOf } from './clusters.ts';
import { clusterRadius, drawCar, drawCluster, drawName, strokeChosen } from './draw-marks.ts';

/** Pixels from a car's middle within which a click or a finger means it. */
const REACH = 18;

/** Cars that are drawn alone, with the name beside them. */
export type Named = ReadonlyMap<string, string>;

/** Draws cars on one canvas: states by shape and colour, and clusters where they are close. */
export class DotLayer extends CanvasLayer {
  #dots: readonly Dot[] = [];
  #named: Named = new Map();
  #chosen: string | null = null;
  #spots: readonly MapSpot[] = [];

  constructor() {
    super('cars');
  }

  /** Draws these cars at the next frame; `named` are followed, and `chosen` has a ring. */
  show(dots: readonly Dot[], named: Named, chosen: string | null): void {
    this.#dots = dots;
    this.#named = named;
    this.#chosen = chosen;
    this.repaint();
  }

  /** The spot at a point of the layer, if there is one. */
  spotAt(point: L.Point): MapSpot | null {
    const { x, y } = this.worldPoint(point);
    const near = (spot: MapSpot): number => Math.hypot(spot.x - x, spot.y - y);
    const reach = (spot: MapSpot): number => (spot.kind === 'cluster' ? clusterRadius(spot.count) : REACH);
    const hit = this.#spots.filter((spot) => near(spot) <= reach(spot));
    return hit.sort((a, b) => near(a) - near(b))[0] ?? null;
  }

  protected paint(pen: Pen, box: PixelBox): void {
    const alone = new Set(this.#named.keys());
    if (this.#chosen !== null) alone.add(this.#chosen);
    this.#spots = spotsOf(this.#dots, this._map.getZoom(), box, alone);
    for (const spot of this.#spots) this.#drawSpot(pen, spot, box);
  }

  #drawSpot(pen: Pen, spot: MapSpot, { left, top }: PixelBox): void {
    const [x, y] = [spot.x - left, spot.y - top];
    if (spot.kind === 'cluster') {
      drawCluster(pen, x, y, spot.count, spot.alarms);
      return;
    }
    const { id, state, course } = spot.dot;
    if (id === this.#chosen) {
      pen.beginPath();
      pen.arc(x, y, 19, 0, 2 * Math.PI);
      strokeChosen(pen);
    }
    drawCar(pen, x, y, state, course);
    const name = this.#named.get(id);
    if (name !== undefined) drawName(pen, x, y, name);
  }
}
