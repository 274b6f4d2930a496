import L from 'leaflet';
import { type Dot, type MapSpot, type PixelBox, spotsOf } from './clusters.ts';
import { clusterRadius, drawCar, drawCluster, drawName } from './draw-marks.ts';

/** The part of Leaflet's renderers that its types leave out. */
type Inner = { _update: () => void };
const inner = L.Renderer.prototype as unknown as Inner;

/** Pixels from a car's middle within which a click or a finger means it. */
const REACH = 18;
/** Part of the view that is drawn beyond each of its edges, for while the map is dragged. */
const PADDING = 0.35;

/** Cars that are drawn alone, with the name beside them. */
export type Named = ReadonlyMap<string, string>;

/** Draws cars on one canvas: states by shape and colour, and clusters where they are close. */
export class DotLayer extends L.Renderer {
  // Leaflet sets these.
  declare _map: L.Map;
  declare _bounds: L.Bounds | undefined;
  declare _container: HTMLCanvasElement;

  #dots: readonly Dot[] = [];
  #named: Named = new Map();
  #chosen: string | null = null;
  #spots: readonly MapSpot[] = [];
  #frame = 0;

  constructor() {
    super({ padding: PADDING, pane: 'cars' } as L.RendererOptions);
  }

  /** Draws these cars at the next frame; `named` are followed, and `chosen` has a ring. */
  show(dots: readonly Dot[], named: Named, chosen: string | null): void {
    this.#dots = dots;
    this.#named = named;
    this.#chosen = chosen;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this._map && this._bounds) this.#draw();
    });
  }

  /** The spot at a point of the layer, if there is one. */
  spotAt({ x, y }: L.Point): MapSpot | null {
    const origin = this._map.getPixelOrigin();
    const near = (spot: MapSpot): number => Math.hypot(spot.x - origin.x - x, spot.y - origin.y - y);
    const reach = (spot: MapSpot): number => (spot.kind === 'cluster' ? clusterRadius(spot.count) : REACH);
    const hit = this.#spots.filter((spot) => near(spot) <= reach(spot));
    return hit.sort((a, b) => near(a) - near(b))[0] ?? null;
  }

  _initContainer(): void {
    this._container = document.createElement('canvas');
    this._container.setAttribute('aria-hidden', 'true');
  }

  _destroyContainer(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this._container.remove();
  }

  _update(): void {
    const map = this._map as L.Map & { _animatingZoom?: boolean };
    if (map._animatingZoom && this._bounds) return;
    inner._update.call(this);
    this.#draw();
  }

  #draw(): void {
    const { min, max } = this._bounds ?? {};
    const canvas = this._container;
    const pen = canvas.getContext('2d');
    if (!min || !max || !pen) return;
    const [width, height] = [max.x - min.x, max.y - min.y];
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    L.DomUtil.setPosition(canvas, min);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const origin = this._map.getPixelOrigin();
    const box: PixelBox = {
      left: min.x + origin.x,
      top: min.y + origin.y,
      right: max.x + origin.x,
      bottom: max.y + origin.y,
    };
    const alone = new Set(this.#named.keys());
    if (this.#chosen !== null) alone.add(this.#chosen);
    this.#spots = spotsOf(this.#dots, this._map.getZoom(), box, alone);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    for (const spot of this.#spots) this.#drawSpot(pen, spot, box);
  }

  #drawSpot(pen: CanvasRenderingContext2D, spot: MapSpot, { left, top }: PixelBox): void {
    const [x, y] = [spot.x - left, spot.y - top];
    if (spot.kind === 'cluster') {
      drawCluster(pen, x, y, spot.count, spot.alarms);
      return;
    }
    const { id, state, course } = spot.dot;
    if (id === this.#chosen) {
      pen.beginPath();
      pen.arc(x, y, 19, 0, 2 * Math.PI);
      pen.strokeStyle = '#14211c';
      pen.lineWidth = 5;
      pen.stroke();
      pen.strokeStyle = '#f4bd3f';
      pen.lineWidth = 3;
      pen.stroke();
    }
    drawCar(pen, x, y, state, course);
    const name = this.#named.get(id);
    if (name !== undefined) drawName(pen, x, y, name);
  }
}
