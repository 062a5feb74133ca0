// Troops. The coat says the nation, the block the formation, the fill the arm, the rule inside the side. A block is its
// true footprint; shapes are those that the engine names (line, attack-column, march-column, open-order, square …).
import { f } from './geometry';
import { coatOf, inkOf, lineOn, type Coat } from './nations';

export const TROOP_DEFS = `
<symbol id="gun" overflow="visible"><path d="M0 7L-1.7 1.5H1.7Z" fill="var(--gun)"/><rect x="-1.3" y="-7" width="2.6" height="9" rx=".8" fill="var(--gun)"/><path d="M-3.7 0H3.7" stroke="var(--gun)" stroke-width="1.2"/><path d="M-3.7-2.8V2.8M3.7-2.8V2.8" stroke="var(--gun)" stroke-width="1.7" stroke-linecap="round"/></symbol>
<pattern id="shaken" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="11" fill="var(--halo)" opacity=".85"/></pattern>`;

export interface Block {
  nation: string;
  side: number;
  arm: string; // infantry, cavalry, artillery
  troopClass: string;
  shape: string;
  w: number; // in pixels
  d: number;
  states: readonly string[];
  traits?: readonly string[];
  /// Bases that stand and that are lost, where a sheet counts them singly.
  bases?: { left: number; whole: number };
}

const HEAVY = new Set(['cuirassiers', 'heavy-dragoons', 'household', 'dragoons']);
const EDGE = 'stroke="var(--block-edge)" stroke-width="1.3"';
const rect = (x: number, y: number, w: number, h: number, rest: string) => `<rect x="${f(x)}" y="${f(y)}" width="${f(Math.max(0.1, w))}" height="${f(Math.max(0.1, h))}" ${rest}/>`;

interface Pen extends Block {
  coat: Coat;
  line: string;
  x: number;
  y: number;
}

function front(p: Pen): string {
  const t = Math.max(3.5, Math.min(8, p.w * 0.1));
  return `<path d="M${f(-t)} ${f(p.y - 0.5)}L0 ${f(p.y - t * 1.05)}L${f(t)} ${f(p.y - 0.5)}Z" fill="${p.side === 1 ? 'var(--halo)' : p.coat.coat}" stroke="var(--block-edge)" stroke-width="1.2"/>`;
}

function openOrder(p: Pen): string {
  const ink = inkOf(p.coat);
  let s = rect(p.x, p.y, p.w, p.d, `rx="3" fill="var(--halo)" fill-opacity=".62" stroke="${ink}" stroke-width="1.2" stroke-dasharray="3 3"`);
  const n = Math.max(5, Math.min(24, Math.round(p.w / 13)));
  const r = Math.max(1.2, Math.min(3.6, p.d * 0.16));
  const man = (x: number, y: number) => `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${p.coat.coat}" stroke="var(--block-edge)" stroke-width="1"/>`;
  for (let i = 0; i < n; i++) {
    const x = p.x + (p.w * (i + 0.5)) / n;
    s += man(x, p.y + p.d * 0.3);
    if (i % 2) s += man(x - p.w / n / 2, p.y + p.d * 0.7);
    if (p.side === 1) s += `<circle cx="${f(x)}" cy="${f(p.y + p.d * 0.3)}" r="${f(r * 0.38)}" fill="${p.line}"/>`;
  }
  return s + front(p);
}

/// Merlons along one side of a garrison, as path commands.
function merlons(x: number, y: number, dx: number, dy: number, nx: number, ny: number, length: number, out: number): string {
  const n = 9;
  const step = length / n;
  let q = '';
  for (let i = 0; i < n; i++) {
    const o = i % 2 ? 0 : out;
    q += `L${f(x + dx * step * i + nx * o)} ${f(y + dy * step * i + ny * o)}L${f(x + dx * step * (i + 1) + nx * o)} ${f(y + dy * step * (i + 1) + ny * o)}`;
  }
  return q;
}

function garrison(p: Pen): string {
  const { x, y, w, d } = p;
  const out = Math.min(4.2, w * 0.08);
  const rim = merlons(x, y, 1, 0, 0, -1, w, out) + merlons(x + w, y, 0, 1, 1, 0, d, out) + merlons(x + w, y + d, -1, 0, 0, 1, w, out) + merlons(x, y + d, 0, -1, -1, 0, d, out);
  const b = Math.min(8.5, w * 0.15, d * 0.25);
  let s = `<path d="M${rim.slice(1)}Z M${f(x + b)} ${f(y + b)}V${f(y + d - b)}H${f(x + w - b)}V${f(y + b)}Z" fill-rule="evenodd" fill="${p.coat.coat}" ${EDGE}/>`;
  if (p.side === 1) s += rect(x + b / 2 - 0.5, y + b / 2 - 0.5, w - b + 1, d - b + 1, `fill="none" stroke="${p.line}" stroke-width="1.2"`);
  return s;
}

function guns(p: Pen): string {
  const { x, y, w, d } = p;
  const isLimbered = p.shape === 'limbered' || p.shape === 'march-column' || p.shape === 'reserve';
  const band = Math.min(6, d * 0.2);
  let s = rect(x, y, w, d, `fill="var(--halo)" ${EDGE}`) + rect(x, y + d - band, w, band, `fill="${p.coat.coat}" ${EDGE}`);
  if (p.side === 1) s += `<path d="M${f(x + 2)} ${f(y + d - band / 2)}H${f(x + w - 2)}" stroke="${p.line}" stroke-width="1.2"/>`;
  if (p.troopClass === 'horse-guns')
    s += `<path d="M${f(x)} ${f(y + d - band)}L${f(x + w)} ${f(y)}V${f(y + d - band)}Z" fill="${p.coat.coat}" opacity=".26"/><path d="M${f(x)} ${f(y + d - band)}L${f(x + w)} ${f(y)}" stroke="${inkOf(p.coat)}" stroke-width="1.5"/>`;
  if (!isLimbered) {
    const size = Math.min((d - band) / 18, w / 44, 1.7);
    for (const i of w < 14 ? [0] : [-1, 0, 1]) s += `<use href="#gun" transform="translate(${f(i * w * 0.31)} ${f(y + (d - band) / 2)}) scale(${size.toFixed(2)})"/>`;
    return s + front(p);
  }
  const size = Math.min(w / 15, d / 32, 1.6);
  s += `<use href="#gun" transform="translate(0 ${f(y + d * 0.56)}) rotate(180) scale(${size.toFixed(2)})"/>`;
  for (let i = 0; i < 2; i++)
    for (const side of [-1, 1])
      s += `<ellipse cx="${f(side * w * 0.16)}" cy="${f(y + d * (0.11 + i * 0.16))}" rx="${f(Math.min(w, d) * 0.09)}" ry="${f(d * 0.06)}" fill="${p.coat.coat}" stroke="var(--block-edge)" stroke-width=".9"/>`;
  return s + front(p);
}

function squareBlock(p: Pen): string {
  const { x, y, w, d } = p;
  const b = Math.max(3, Math.min(w, d) * 0.2);
  let s = rect(x, y, w, d, `fill="${p.coat.coat}" ${EDGE}`) + rect(x + b, y + b, w - 2 * b, d - 2 * b, `fill="var(--halo)" ${EDGE}`);
  if (p.side === 1) s += rect(x + b / 2, y + b / 2, w - b, d - b, `fill="none" stroke="${p.line}" stroke-width="1.5"`);
  return (
    s +
    `<path d="M${f(x)} ${f(y)}L${f(x + b)} ${f(y + b)}M${f(x + w)} ${f(y)}L${f(x + w - b)} ${f(y + b)}M${f(x)} ${f(y + d)}L${f(x + b)} ${f(y + d - b)}M${f(x + w)} ${f(y + d)}L${f(x + w - b)} ${f(y + d - b)}" stroke="var(--block-edge)" stroke-width="1"/>`
  );
}

function ragged(p: Pen): string {
  const n = Math.max(6, Math.round(p.w / 9));
  let z = `M${f(p.x)} ${f(p.y)}`;
  for (let i = 0; i < n; i++) z += `L${f(p.x + (p.w * (i + 0.5)) / n)} ${f(p.y + (i % 2 ? 4.5 : 3))}L${f(p.x + (p.w * (i + 1)) / n)} ${f(p.y - 1)}`;
  return `<path d="${z}V${f(p.y - 3)}H${f(p.x)}Z" fill="var(--halo)" stroke="var(--block-edge)" stroke-width="1.1"/>`;
}

function horse(p: Pen, collar: number): string {
  const { x, y, w, d } = p;
  if (HEAVY.has(p.troopClass) || p.traits?.includes('heavy-cavalry'))
    return `<path d="M${f(x)} ${f(y + d - collar)}L${f(x + w)} ${f(y)}M${f(x)} ${f(y)}L${f(x + w)} ${f(y + d - collar)}" stroke="${p.line}" stroke-width="2.2"/>`;
  return `<path d="M${f(x)} ${f(y + d - collar)}V${f(y)}H${f(x + w)}Z" fill="var(--halo)" fill-opacity=".9"/><path d="M${f(x)} ${f(y + d - collar)}L${f(x + w)} ${f(y)}" stroke="var(--block-edge)" stroke-width="1.3"/>`;
}

function divisions(p: Pen, collar: number, isHorse: boolean): string {
  const { x, y, w, d } = p;
  let s = '';
  if (p.shape === 'attack-column' || p.shape === 'march-column' || p.shape === 'reserve') {
    const n = p.shape === 'attack-column' || isHorse ? 4 : 7;
    for (let i = 1; i < n; i++)
      s += `<path d="M${f(x)} ${f(y + ((d - collar) * i) / n)}H${f(x + w)}" stroke="${p.line}" stroke-width="${isHorse ? 1 : Math.min(1.5, d / 14)}" opacity="${isHorse ? 0.8 : 0.72}"/>`;
  } else if (!isHorse && w > 40) {
    const inset = p.side ? 3 : 1;
    for (let i = 1; i < 8; i++) s += `<path d="M${f(x + (w * i) / 8)} ${f(y + inset)}V${f(y + d - collar - (p.side ? 3 : 0))}" stroke="${p.line}" stroke-width=".7" opacity=".4"/>`;
  }
  return s;
}

function body(p: Pen): string {
  const { x, y, w, d } = p;
  const isHorse = p.arm === 'cavalry';
  const collar = Math.min(5, d * 0.17);
  let s = rect(x, y, w, d, `fill="${p.coat.coat}" ${EDGE}`) + rect(x, y + d - collar, w, collar, `fill="${p.coat.collar}" ${EDGE}`);
  if (isHorse) s += horse(p, collar) + rect(x, y, w, d, `fill="none" ${EDGE}`);
  s += divisions(p, collar, isHorse);
  if (p.side === 1 && d > 10) s += rect(x + 3, y + 3, w - 6, d - collar - 6, `fill="none" stroke="${p.line}" stroke-width="1.5"`);
  if (p.side === 1 && d <= 10) s += rect(x + 1.8, y + 1.8, w - 3.6, Math.max(0.6, d - collar - 3.2), `fill="none" stroke="${p.line}" stroke-width="1"`);
  if (p.states.includes('shaken')) s += rect(x, y, w, d, `fill="url(#shaken)" ${EDGE}`);
  return s + (p.states.includes('disordered') ? ragged(p) : front(p));
}

/// Bases one by one, in ranks from the front; lost ones as dashed outlines.
function basesOf(p: Pen): string {
  const { left, whole } = p.bases!;
  const columns = Math.max(1, Math.round(Math.sqrt((whole * p.w) / p.d)));
  const rows = Math.max(1, Math.ceil(whole / columns));
  const bw = p.w / columns;
  const bd = p.d / rows;
  let s = '';
  for (let i = 0; i < whole; i++) {
    const x = p.x + (i % columns) * bw;
    const y = p.y + Math.floor(i / columns) * bd;
    if (i >= left) {
      s += rect(x + 1, y + 1, bw - 2, bd - 2, 'fill="var(--halo)" fill-opacity=".6" stroke="var(--loss)" stroke-width="1.1" stroke-dasharray="3 2"');
      continue;
    }
    s += rect(x + 0.6, y + 0.6, bw - 1.2, bd - 1.2, `fill="${p.coat.coat}" ${EDGE}`) + rect(x + 0.6, y + bd - 0.6 - bd * 0.16, bw - 1.2, bd * 0.16, `fill="${p.coat.collar}" stroke="var(--block-edge)" stroke-width=".7"`);
    if (p.side === 1 && bw > 9 && bd > 9) s += rect(x + 3, y + 3, bw - 6, bd * 0.84 - 5.4, `fill="none" stroke="${p.line}" stroke-width="1.2"`);
    if (p.arm === 'cavalry') s += `<path d="M${f(x + 1)} ${f(y + bd * 0.84)}L${f(x + bw - 1)} ${f(y + 1)}" stroke="${p.line}" stroke-width="1.2"/>`;
  }
  if (p.states.includes('shaken')) s += rect(p.x, p.y, p.w, p.d, 'fill="url(#shaken)"');
  return s + (p.states.includes('disordered') ? ragged(p) : front(p));
}

/// A block looking up the screen, its middle at 0, 0.
export function block(b: Block): string {
  const coat = coatOf(b.nation);
  const p: Pen = { ...b, coat, line: lineOn(coat), x: -b.w / 2, y: -b.d / 2 };
  if (b.shape === 'open-order') return openOrder(p);
  if (b.shape === 'garrison') return garrison(p);
  const halo = rect(p.x - 2, p.y - 2, p.w + 4, p.d + 4, 'fill="var(--halo)" opacity=".75"');
  if (b.arm === 'artillery') return halo + guns(p);
  if (b.shape === 'square') return halo + squareBlock(p);
  if (b.bases && b.w > 16 && b.d > 8) return halo + basesOf(p);
  return halo + body(p);
}

/// From afar: the body in its coat, its side and arm, a small front.
export function distantBlock(b: Block): string {
  const coat = coatOf(b.nation);
  const { w, d } = b;
  const x = -w / 2;
  const y = -d / 2;
  const fill = b.arm === 'artillery' ? 'var(--halo)' : coat.coat;
  let s = rect(x - 1, y - 1, w + 2, d + 2, 'fill="var(--halo)" opacity=".8"') + rect(x, y, w, d, `fill="${fill}" stroke="var(--block-edge)" stroke-width=".9"`);
  if (b.arm === 'artillery') {
    s += rect(x, d / 2 - Math.max(1, d * 0.25), w, Math.max(1, d * 0.25), `fill="${coat.coat}"`);
    for (const i of w > 9 ? [-1, 0, 1] : [0]) s += `<path d="M${f(i * w * 0.29)} ${f(y + d * 0.15)}V${f(y + d * 0.65)}" stroke="var(--gun)" stroke-width="1.3"/>`;
  } else {
    if (b.arm === 'cavalry') s += `<path d="M${f(x)} ${f(d / 2)}V${f(y)}H${f(w / 2)}Z" fill="var(--halo)" fill-opacity=".92" stroke="var(--block-edge)" stroke-width=".7"/>`;
    if (b.shape === 'square') s += rect(x + w * 0.3, y + d * 0.3, w * 0.4, d * 0.4, 'fill="var(--halo)"');
    if (b.side === 1 && w > 6 && d > 4) s += rect(x + 1.4, y + 1.4, w - 2.8, d - 2.8, `fill="none" stroke="${lineOn(coat)}" stroke-width=".8"`);
    if (b.states.includes('shaken')) s += rect(x, y, w, d, 'fill="url(#shaken)"');
  }
  const t = Math.max(1.6, Math.min(3, w * 0.2));
  return s + `<path d="M${f(-t)} ${f(y)}L0 ${f(y - t * 1.2)}L${f(t)} ${f(y)}Z" fill="${b.side ? 'var(--halo)' : coat.coat}" stroke="var(--block-edge)" stroke-width=".8"/>`;
}
