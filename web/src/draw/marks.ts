// Marks over the map: what is chosen, where it can go, whom it can reach, ways, arcs, measures.
import { dist, escaped, f, lerp, path, type Point } from './geometry';

/// Gold with an ink line around a chosen body.
export function chosenFrame(x: number, y: number, w: number, d: number, degrees: number): string {
  return `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(degrees)})" fill="none"><rect x="${f(-w / 2 - 4.5)}" y="${f(-d / 2 - 4.5)}" width="${f(w + 9)}" height="${f(d + 9)}" stroke="var(--gold)" stroke-width="3.4"/><rect x="${f(-w / 2 - 7)}" y="${f(-d / 2 - 7)}" width="${f(w + 14)}" height="${f(d + 14)}" stroke="var(--ink)" stroke-width="1"/></g>`;
}

/// Corner brackets around a legal target; thick when it is the one looked at.
export function brackets(x: number, y: number, w: number, d: number, degrees: number, isStrong: boolean, colour = 'var(--aim)'): string {
  const X = -w / 2 - 6;
  const Y = -d / 2 - 6;
  const W = w + 12;
  const H = d + 12;
  const l = Math.min(12, W / 3, H / 2.2);
  const p = `M${f(X)} ${f(Y + l)}V${f(Y)}H${f(X + l)}M${f(X + W - l)} ${f(Y)}H${f(X + W)}V${f(Y + l)}M${f(X + W)} ${f(Y + H - l)}V${f(Y + H)}H${f(X + W - l)}M${f(X + l)} ${f(Y + H)}H${f(X)}V${f(Y + H - l)}`;
  return `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(degrees)})" fill="none"><path d="${p}" stroke="var(--halo)" stroke-width="6" opacity=".85"/><path d="${p}" stroke="${colour}" stroke-width="${isStrong ? 3.2 : 2}"/></g>`;
}

/// The ground that can be reached, straight from the engine's outline.
export function reach(rings: readonly (readonly Point[])[]): string {
  const d = rings.filter((r) => r.length > 2).map((r) => path(r, true)).join('');
  if (!d) return '';
  return `<path data-reach="1" d="${d}" fill="var(--act-wash)" fill-rule="evenodd"/><path d="${d}" fill="none" stroke="var(--halo)" stroke-width="4.5" stroke-opacity=".7"/><path d="${d}" fill="none" stroke="var(--act)" stroke-width="1.8" stroke-dasharray="7 4"/>`;
}

export function arc(ring: readonly Point[]): string {
  if (ring.length < 3) return '';
  return `<path d="${path(ring, true)}" fill="var(--aim)" fill-opacity=".05" stroke="var(--aim)" stroke-width="1.3" stroke-dasharray="2 4"/>`;
}

/// Where a body would stand.
export function ghost(x: number, y: number, w: number, d: number, degrees: number, isLegal = true): string {
  const colour = isLegal ? 'var(--act)' : 'var(--aim)';
  const t = Math.max(4, Math.min(8, w * 0.1));
  return `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(degrees)})"><rect x="${f(-w / 2)}" y="${f(-d / 2)}" width="${f(w)}" height="${f(d)}" fill="var(--halo)" fill-opacity=".35" stroke="${colour}" stroke-width="1.7" stroke-dasharray="4 3"/><path d="M${f(-t)} ${f(-d / 2)}L0 ${f(-d / 2 - t)}L${f(t)} ${f(-d / 2)}Z" fill="var(--halo)" stroke="${colour}" stroke-width="1.5"/></g>`;
}

/// A way with a head, and a tick at every `step` pixels.
export function way(points: readonly Point[], step: number, colour = 'var(--act)', dash = ''): string {
  if (points.length < 2) return '';
  const end = points[points.length - 1];
  const before = [...points].reverse().find((p) => dist(p, end) > 3) ?? points[0];
  const angle = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI + 90;
  const d = path(points);
  return `<path d="${d}" fill="none" stroke="var(--halo)" stroke-width="7" opacity=".8" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="2.6" stroke-linejoin="round" ${dash ? `stroke-dasharray="${dash}"` : ''}/>${step > 6 ? ticks(points, step, colour) : ''}<path transform="translate(${f(end[0])} ${f(end[1])}) rotate(${f(angle)})" d="M0-4L-7 9L0 6L7 9Z" fill="${colour}" stroke="var(--halo)"/>`;
}

function ticks(points: readonly Point[], step: number, colour: string): string {
  let s = '';
  let carried = 0;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1];
    const b = points[i];
    const l = dist(a, b);
    for (let at = step - carried; at < l; at += step) {
      const p = lerp(a, b, at / l);
      const n: Point = [-(b[1] - a[1]) / l, (b[0] - a[0]) / l];
      s += `M${f(p[0] - n[0] * 5)} ${f(p[1] - n[1] * 5)}L${f(p[0] + n[0] * 5)} ${f(p[1] + n[1] * 5)}`;
    }
    carried = (carried + l) % step;
  }
  return `<path d="${s}" stroke="${colour}" stroke-width="2"/>`;
}

export function aimLine(from: Point, to: Point): string {
  return `<path d="${path([from, to])}" stroke="var(--halo)" stroke-width="6"/><path d="${path([from, to])}" stroke="var(--aim)" stroke-width="2.4" stroke-dasharray="5 4"/>`;
}

/// A line of sight.
export function sightLine(from: Point, to: Point): string {
  return `<path data-sight="1" d="${path([from, to])}" stroke="var(--halo)" stroke-width="4" opacity=".7"/><path d="${path([from, to])}" stroke="var(--ink)" stroke-width="1.3" stroke-dasharray="1 4" stroke-linecap="round"/>`;
}

export function measure(from: Point, to: Point): string {
  const l = dist(from, to) || 1;
  const n: Point = [-(to[1] - from[1]) / l, (to[0] - from[0]) / l];
  const bar = (p: Point) => `M${f(p[0] - n[0] * 6)} ${f(p[1] - n[1] * 6)}L${f(p[0] + n[0] * 6)} ${f(p[1] + n[1] * 6)}`;
  return `<path d="${path([from, to])}" stroke="var(--halo)" stroke-width="5"/><path d="${path([from, to])}${bar(from)}${bar(to)}" fill="none" stroke="var(--ink)" stroke-width="1.6"/>`;
}

export function ring(x: number, y: number, r: number, colour = 'var(--ink)'): string {
  return `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="none" stroke="${colour}" stroke-width="1.2" stroke-dasharray="2 5" stroke-linecap="round" opacity=".7"/>`;
}

/// A tint around a body of troops, with its side's edge: single for the first, double for the second.
export function tint(outline: readonly Point[], side: number, isChosen: boolean): string {
  const d = path(outline, true);
  const colour = side ? 'var(--side-b)' : 'var(--side-a)';
  const edge = side
    ? `<path d="${d}" fill="none" stroke="${colour}" stroke-width="4"/><path d="${d}" fill="none" stroke="var(--paper)" stroke-width="1.4"/>`
    : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2"/>`;
  const gold = isChosen ? `<path d="${d}" fill="none" stroke="var(--ink)" stroke-width="8"/><path d="${d}" fill="none" stroke="var(--gold)" stroke-width="6"/>` : '';
  return `<path d="${d}" fill="${colour}" fill-opacity=".12"/>${gold}${edge}`;
}

/// A short text beside a line.
export function tick(x: number, y: number, text: string, kind = ''): string {
  return `<text class="tick ${kind}" x="${f(x)}" y="${f(y)}">${escaped(text)}</text>`;
}
