import L from 'leaflet';
import type { PixelBox } from './clusters.ts';

/** The part of Leaflet's renderers that its types leave out. */
type Inner = { _update: () => void };
const inner = L.Renderer.prototype as unknown as Inner;

export type Pen = CanvasRenderingContext2D;

/** Part of the view that is drawn beyond each of its edges, for while the map is dragged. */
const PADDING = 0.35;

/**
 * A layer of the map that draws everything on one canvas, in a pane that has been made. It is
 * moved and scaled as a picture while the map is, and drawn anew once the map rests.
 */
export abstract class CanvasLayer extends L.Renderer {
  // Leaflet sets these.
  declare _map: L.Map;
  declare _bounds: L.Bounds | undefined;
  declare _container: HTMLCanvasElement;

  #frame = 0;

  constructor(pane: string) {
    super({ padding: PADDING, pane } as L.RendererOptions);
  }

  /** Draws what lies in `box`, in pixels of the world; its corner is at the pen's origin. */
  protected abstract paint(pen: Pen, box: PixelBox): void;

  /** Draws at the next frame, once however often it is called. */
  repaint(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this._map && this._bounds) this.#draw();
    });
  }

  /** Pixels of the canvas in a pixel of the page. */
  protected get ratio(): number {
    return Math.min(2, window.devicePixelRatio || 1);
  }

  /** The pixel of the world at a point of the layer. */
  protected worldPoint(point: L.Point): L.Point {
    return point.add(this._map.getPixelOrigin());
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
    const { ratio } = this;
    L.DomUtil.setPosition(canvas, min);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const [from, to] = [this.worldPoint(min), this.worldPoint(max)];
    this.paint(pen, { left: from.x, top: from.y, right: to.x, bottom: to.y });
  }
}
