// A row of units that act together: one golden frame around those who are linked, a link at every joint, a tick at every rear.
import type { Body } from './scene';
import { f, type Point } from './geometry';

export interface Handle {
  key: string;
  kind: 'link' | 'tick' | 'plus';
  x: number;
  y: number;
  units: number[]; // whom it leaves out, or takes in
}

export interface RowMarks {
  frames: string;
  handles: Handle[];
}

const GAP = 4.5; // between a body and its frame
const HANDLES_FROM = 40; // pixels that a body is wide before handles find room on it

interface Placed {
  body: Body;
  along: number; // of its middle, from the first of the row to its right
  ahead: number;
}

/// The members from left to right, as they look.
function inOrder(bodies: readonly Body[]): { list: Placed[]; at: (along: number, ahead: number) => Point; degrees: number } {
  const degrees = bodies[0].degrees;
  const r = (degrees * Math.PI) / 180;
  const right: Point = [Math.cos(r), Math.sin(r)];
  const front: Point = [Math.sin(r), -Math.cos(r)];
  const origin: Point = [bodies[0].x, bodies[0].y];
  const dot = (b: Body, v: Point) => (b.x - origin[0]) * v[0] + (b.y - origin[1]) * v[1];
  const list = bodies.map((body) => ({ body, along: dot(body, right), ahead: dot(body, front) })).sort((a, b) => a.along - b.along);
  return { list, at: (along, ahead) => [origin[0] + right[0] * along + front[0] * ahead, origin[1] + right[1] * along + front[1] * ahead], degrees };
}

function frame(run: readonly Placed[], at: (along: number, ahead: number) => Point, degrees: number): string {
  const left = Math.min(...run.map((p) => p.along - p.body.w / 2));
  const right = Math.max(...run.map((p) => p.along + p.body.w / 2));
  const back = Math.min(...run.map((p) => p.ahead - p.body.d / 2));
  const front = Math.max(...run.map((p) => p.ahead + p.body.d / 2));
  const [x, y] = at((left + right) / 2, (back + front) / 2);
  const rect = (by: number, rest: string) => `<rect x="${f(-(right - left) / 2 - by)}" y="${f(-(front - back) / 2 - by)}" width="${f(right - left + 2 * by)}" height="${f(front - back + 2 * by)}" ${rest}/>`;
  return `<g data-row="${run.length}" transform="translate(${f(x)} ${f(y)}) rotate(${f(degrees)})" fill="none">${rect(GAP, 'stroke="var(--gold)" stroke-width="4"')}${rect(GAP + 2.6, 'stroke="var(--ink)"')}${rect(GAP - 2.4, 'stroke="var(--ink)" stroke-width=".8"')}</g>`;
}

/// True if two bodies stand flank to flank, their fronts in one line.
function isTouching(a: Body, b: Body): boolean {
  if (Math.abs(((a.degrees - b.degrees + 540) % 360) - 180) > 4) return false;
  const r = (a.degrees * Math.PI) / 180;
  const [x, y] = [b.x - a.x, b.y - a.y];
  const aside = Math.abs(x * Math.cos(r) + y * Math.sin(r)) - (a.w + b.w) / 2;
  const ahead = Math.abs(x * Math.sin(r) - y * Math.cos(r) + (b.d - a.d) / 2);
  return Math.abs(aside) < 3 + 0.04 * (a.w + b.w) && ahead < 3 + 0.25 * Math.min(a.d, b.d);
}

/// The bodies by what stands together.
function clusters(bodies: readonly Body[]): Body[][] {
  const out: Body[][] = [];
  for (const body of bodies) {
    const near = out.filter((c) => c.some((other) => isTouching(other, body)));
    for (const c of near) out.splice(out.indexOf(c), 1);
    out.push([...near.flat(), body]);
  }
  return out;
}

/// One row of bodies that stand together.
function marksOf(bodies: readonly Body[], leftOut: readonly number[], chosen: number): RowMarks {
  const { list, at, degrees } = inOrder(bodies);
  const isIn = (p: Placed) => !leftOut.includes(p.body.i);
  const own = list.findIndex((p) => p.body.i === chosen);
  const runs: Placed[][] = [];
  const handles: Handle[] = [];
  list.forEach((p, n) => {
    const last = list[n - 1];
    const rear = at(p.along, p.ahead - p.body.d / 2 - GAP - 5);
    if (!isIn(p)) handles.push({ key: `p${p.body.i}`, kind: 'plus', x: rear[0], y: rear[1], units: [p.body.i] });
    else if (p.body.i !== chosen) handles.push({ key: `t${p.body.i}`, kind: 'tick', x: rear[0], y: rear[1], units: [p.body.i] });
    if (isIn(p) && last && isIn(last)) {
      runs[runs.length - 1].push(p);
      const joint = at((last.along + last.body.w / 2 + p.along - p.body.w / 2) / 2, (last.ahead + p.ahead) / 2);
      // What lies beyond the joint, seen from who is chosen, is let go.
      const beyond = (own < n ? list.slice(n) : list.slice(0, n)).filter(isIn).map((q) => q.body.i);
      handles.push({ key: `j${last.body.i}`, kind: 'link', x: joint[0], y: joint[1], units: beyond });
    } else if (isIn(p)) runs.push([p]);
  });
  return { frames: runs.map((run) => frame(run, at, degrees)).join(''), handles };
}

/// `chosen` gives the order and cannot be left out. `bodies` are all who could act together. From afar there are no handles.
export function rowMarks(bodies: readonly Body[], leftOut: readonly number[], chosen: number): RowMarks {
  if (bodies.length < 2) return { frames: '', handles: [] };
  const parts = clusters(bodies).map((c) => marksOf(c, leftOut, chosen));
  const isRoomy = bodies.every((b) => Math.max(b.w, b.d) >= HANDLES_FROM);
  return { frames: parts.map((p) => p.frames).join(''), handles: isRoomy ? parts.flatMap((p) => p.handles) : [] };
}

/// A handle at 0, 0, upright.
export function handleMark(kind: Handle['kind']): string {
  if (kind === 'link') return '<rect x="-11" y="-6.500" width="22" height="13" rx="6.500" fill="var(--gold)" stroke="var(--ink)" stroke-width="1.4"/><path d="M-5 0H5" stroke="var(--ink)" stroke-width="2.4" stroke-linecap="round"/>';
  const sign = kind === 'tick' ? 'M-4 .3L-1.200 3.400L4.500-3.500' : 'M-4.500 0H4.500M0-4.500V4.500';
  return `<circle r="9.500" fill="${kind === 'tick' ? 'var(--gold)' : 'var(--halo)'}" stroke="var(--ink)" stroke-width="1.4"/><path d="${sign}" fill="none" stroke="var(--ink)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`;
}
