// The eye over the board: where the camera is, and at which scale the layers are drawn. Zooming stretches what is drawn at
// once and draws it anew when the wheel rests, so that panning and zooming never wait for a drawing.
import { fitted, viewOf, zoomed, type Camera, type Extent, type View } from '../draw/camera';
import type { Box, Point } from '../draw/geometry';

const LEGIBLE = 34; // pixels of a body whose formation and strength can be read
const REST = 140; // milliseconds without a step of zoom until the layers are drawn anew

export class Eye {
  camera = $state.raw<Camera>({ scale: 0.05, turn: 0, x: 0, y: 0 });
  drawnScale = $state(0.05);
  width = $state(800);
  height = $state(600);
  extent = $state.raw<Extent>({ width: 10000, depth: 10000 });
  isMoving = $state(false);
  foot = 0; // pixels at the lower edge that something else covers
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasSize = false;
  private isTouched = false;
  private wanted: Box | null = null; // what is to be seen once the board has a size

  // By itself, so that a pan, which changes the camera but not its turn, draws nothing anew.
  private readonly turn = $derived(this.camera.turn);
  readonly view: View = $derived(viewOf(this.extent, this.drawnScale, this.turn));
  readonly stretch = $derived(this.camera.scale / this.drawnScale);

  private get least(): number {
    return fitted(this.extent, this.camera.turn, this.width, this.height).scale * 0.7;
  }

  private get most(): number {
    return Math.max(6000 / Math.max(this.extent.width, this.extent.depth), this.least * 2);
  }

  resize(width: number, height: number): void {
    if (width < 10 || height < 10) return;
    const isNarrowed = this.hasSize && width === this.width && height < this.height;
    this.width = width;
    this.height = height;
    this.hasSize = true;
    // What a person has set stays as it is, and nothing shrinks because a panel opens below.
    if (this.isTouched || isNarrowed) return;
    if (this.wanted) this.frame(this.wanted);
    else this.fit();
  }

  /// Turns to a table; of it, `part` is what matters first.
  look(extent: Extent, turn: number, part: Box | null): void {
    this.extent = extent;
    this.camera = { ...this.camera, turn };
    this.wanted = part;
    if (!this.hasSize) return;
    if (part) this.frame(part);
    else this.fit();
  }

  fit(): void {
    this.wanted = null;
    this.isTouched = false;
    this.camera = fitted(this.extent, this.camera.turn, this.width, this.height);
    this.draw();
  }

  /// Shows a part of the table (in its own lengths) as large as it fits, but never the table smaller than whole.
  private frame(part: Box): void {
    const whole = fitted(this.extent, this.camera.turn, this.width, this.height);
    const isAcross = this.camera.turn % 2 === 1;
    const w = (isAcross ? part.bottom - part.top : part.right - part.left) * 1.16 + 1;
    const h = (isAcross ? part.right - part.left : part.bottom - part.top) * 1.16 + 1;
    const room = this.height - this.foot;
    const scale = Math.max(whole.scale * (room / this.height), Math.min(this.width / w, room / h, this.most));
    this.camera = { ...this.camera, scale };
    this.centre([(part.left + part.right) / 2, (part.top + part.bottom) / 2]);
    this.camera = this.kept({ ...this.camera, y: this.camera.y - this.foot / 2 });
    this.draw();
  }

  private draw(): void {
    clearTimeout(this.timer);
    this.drawnScale = this.camera.scale;
    this.isMoving = false;
  }

  pan(dx: number, dy: number): void {
    this.isTouched = true;
    this.camera = this.kept({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  /// What buttons and keys go nearer to: a place of the table, or the middle of the board.
  focus: Point | null = null;

  private aim(): Point {
    const [x, y] = this.focus ? this.toBoard(this.focus) : [-1, -1];
    return x >= 0 && y >= 0 && x <= this.width && y <= this.height ? [x, y] : [this.width / 2, this.height / 2];
  }

  zoom(factor: number, at: Point = this.aim()): void {
    this.isTouched = true;
    this.camera = this.kept(zoomed(this.camera, factor, at, this.least, this.most));
    this.isMoving = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), REST);
  }

  /// Turns the table by quarters; what is in the middle of the board stays there.
  rotate(quarters: number): void {
    const middle = this.toTable([this.width / 2, this.height / 2]);
    const turn = (((this.camera.turn + quarters) % 4) + 4) % 4;
    this.camera = { ...this.camera, turn };
    this.centre(middle);
    this.draw();
  }

  /// Comes so near to a body of this size that it can be told from others; what is near enough stays as it is.
  approach(point: Point, size: number): void {
    if (size * this.camera.scale >= LEGIBLE) return;
    this.camera = { ...this.camera, scale: Math.min(this.most, LEGIBLE / size) };
    this.centre(point);
    this.camera = this.kept(this.camera);
    this.isTouched = true;
    this.draw();
  }

  centre(point: Point): void {
    const [x, y] = viewOf(this.extent, this.camera.scale, this.camera.turn).at(point);
    this.camera = { ...this.camera, x: this.width / 2 - x, y: this.height / 2 - y };
  }

  /// Brings a place of the table into the free part of the board, if it is not there already.
  show(point: Point, margin = 90): void {
    const [x, y] = this.toBoard(point);
    const dx = x < margin ? margin - x : x > this.width - margin ? this.width - margin - x : 0;
    const low = this.height - this.foot - margin;
    const dy = y < margin ? margin - y : y > low ? low - y : 0;
    if (dx || dy) this.camera = this.kept({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  toTable([x, y]: Point): Point {
    return viewOf(this.extent, this.camera.scale, this.camera.turn).back([x - this.camera.x, y - this.camera.y]);
  }

  toBoard(point: Point): Point {
    const [x, y] = viewOf(this.extent, this.camera.scale, this.camera.turn).at(point);
    return [x + this.camera.x, y + this.camera.y];
  }

  /// A table that is larger than the board covers it; a smaller one stays in sight.
  private kept(c: Camera): Camera {
    const w = (c.turn % 2 ? this.extent.depth : this.extent.width) * c.scale;
    const h = (c.turn % 2 ? this.extent.width : this.extent.depth) * c.scale;
    const edge = 24;
    const held = (at: number, room: number, size: number) => (size + 2 * edge <= room ? Math.min(room - size, Math.max(0, at)) : Math.min(edge, Math.max(room - size - edge, at)));
    return { ...c, x: held(c.x, this.width, w), y: held(c.y, this.height - this.foot, h) };
  }
}
