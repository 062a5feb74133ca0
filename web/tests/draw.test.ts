import { describe, expect, it } from 'vitest';
import { fitted, viewOf, zoomed } from '../src/draw/camera';
import { between, frontArc, isInside } from '../src/draw/footprint';
import { escaped, hull, inside, overlaps, seeded, type Box, type Point } from '../src/draw/geometry';
import { ground } from '../src/draw/ground';
import { place, type Wanted } from '../src/draw/labels';
import { initial } from '../src/draw/signs';
import { block } from '../src/draw/troops';
import { measureFrom } from '../src/lib/measure';
import type { UnitState } from '../src/lib/types';

describe('the camera', () => {
  const extent = { width: 22814, depth: 18251 };

  it('goes to the screen and back at every turn of the table', () => {
    for (const turn of [0, 1, 2, 3]) {
      const view = viewOf(extent, 0.05, turn);
      const [x, y] = view.back(view.at([4321, 12345]));
      expect(x).toBeCloseTo(4321, 6);
      expect(y).toBeCloseTo(12345, 6);
      expect(view.width).toBeCloseTo((turn % 2 ? extent.depth : extent.width) * 0.05);
    }
  });

  it('has north up, and down when the table is turned by half', () => {
    expect(viewOf(extent, 0.05, 0).at([0, 0])[1]).toBeGreaterThan(viewOf(extent, 0.05, 0).at([0, 100])[1]);
    expect(viewOf(extent, 0.05, 2).at([0, 0])[1]).toBeLessThan(viewOf(extent, 0.05, 2).at([0, 100])[1]);
    expect(viewOf(extent, 0.05, 2).degrees(0)).toBe(180);
  });

  it('shows the whole table, and zooms about a point that stays', () => {
    const camera = fitted(extent, 0, 1000, 700);
    expect(extent.width * camera.scale).toBeLessThanOrEqual(1000);
    expect(extent.depth * camera.scale).toBeLessThanOrEqual(700);
    const at: Point = [300, 200];
    const before = [(at[0] - camera.x) / camera.scale, (at[1] - camera.y) / camera.scale];
    const near = zoomed(camera, 2, at, 0, 1);
    expect((at[0] - near.x) / near.scale).toBeCloseTo(before[0]);
    expect((at[1] - near.y) / near.scale).toBeCloseTo(before[1]);
  });
});

describe('lettering', () => {
  const wanted = (key: string, rank: number, places: Point[]): Wanted => ({ key, text: key, kind: 'u-name', rank, w: 60, h: 16, places });
  const frame: Box = { left: 0, top: 0, right: 1000, bottom: 1000 };

  it('never lets labels overlap, and hides the lower in rank', () => {
    const random = seeded('labels');
    const many = Array.from({ length: 300 }, (_, i) => wanted(`u${i}`, i, [[random() * 900 + 50, random() * 900 + 50], [random() * 900 + 50, random() * 900 + 50]]));
    const placed = place(many, [], frame);
    expect(placed.length).toBeGreaterThan(100);
    for (let i = 0; i < placed.length; i++) for (let j = 0; j < i; j++) expect(overlaps(placed[i].box, placed[j].box)).toBe(false);
    expect(placed.some((p) => p.key === 'u299')).toBe(true);
  });

  it('keeps off bodies and inside the frame', () => {
    const body: Box = { left: 80, right: 120, top: 90, bottom: 110 };
    const [label] = place([wanted('a', 1, [[100, 100], [5, 5], [300, 300]])], [body], frame);
    expect([label.x, label.y]).toEqual([300, 300]);
  });
});

describe('geometry', () => {
  it('finds hulls and what is inside', () => {
    const ring = hull([[0, 0], [10, 0], [10, 10], [0, 10], [5, 5], [2, 7]]);
    expect(ring).toHaveLength(4);
    expect(inside([5, 5], ring)).toBe(true);
    expect(inside([11, 5], ring)).toBe(false);
  });

  it('lays an arc of fire before a front, and all round where it has none', () => {
    const u = { x: 0, y: 0, h: 0, w: 200, d: 100 };
    const ahead = frontArc(u, 1000, 8192);
    expect(inside([0, 900], ahead)).toBe(true);
    expect(inside([0, -200], ahead)).toBe(false);
    expect(inside([0, -900], frontArc(u, 1000, 32768))).toBe(true);
  });

  it('measures from edge to edge', () => {
    const a = { x: 0, y: 0, h: 0, w: 200, d: 100 };
    expect(between(a, { x: 0, y: 400, h: 32768, w: 200, d: 100 }).tmm).toBeCloseTo(300);
    expect(between(a, { x: 400, y: 0, h: 0, w: 200, d: 100 }).tmm).toBeCloseTo(200);
  });

  it('knows what lies on a turned footprint', () => {
    const east = { x: 100, y: 100, h: 16384, w: 200, d: 40 };
    expect(isInside(east, [110, 190])).toBe(true);
    expect(isInside(east, [190, 110])).toBe(false);
  });

  it('measures between units from edge to edge, and says who sees whom', () => {
    const unit = (i: number, y: number, presence = 'table') => ({ i, x: 0, y, h: 0, w: 200, d: 100, presence }) as unknown as UnitState;
    const on = { units: [unit(0, 0), unit(1, 400), unit(2, 800), unit(3, 1200, 'gone')], name: (i: number) => `U${i}`, side: (i: number) => Number(i > 0), sees: () => [1] };
    expect(measureFrom(on, [0, 0], [0, 400])).toMatchObject({ tmm: 300, seeing: 'U0 sees U1.' });
    expect(measureFrom(on, [0, 0], [0, 800])).toMatchObject({ tmm: 700, seeing: 'U0 does not see U2.' });
    expect(measureFrom(on, [0, 400], [0, 800]).seeing).toBe('');
    expect(measureFrom(on, [0, 0], [0, 1200])).toMatchObject({ tmm: 1200, seeing: '' });
    expect(measureFrom({ ...on, sees: () => null }, [0, 0], [0, 400]).seeing).toBe('');
  });
});

describe('pictures', () => {
  const view = viewOf({ width: 10000, depth: 10000 }, 0.05, 0);

  it('draws the same trees for the same seed', () => {
    const pieces = [{ kind: 'wood', points: [[1000, 1000], [5000, 1000], [5000, 5000], [1000, 5000]] as [number, number][] }];
    expect(ground(pieces, view, 'a')).toBe(ground(pieces, view, 'a'));
    expect(ground(pieces, view, 'a')).not.toBe(ground(pieces, view, 'b'));
  });

  it('draws every kind of ground and leaves out what it does not know', () => {
    const points = [[1000, 1000], [5000, 1000], [5000, 5000], [1000, 5000]] as [number, number][];
    for (const kind of ['hill', 'rough', 'dense', 'marsh', 'impassable', 'wood', 'dense-wood', 'stream', 'river', 'ford', 'road', 'highway', 'bridge', 'built-stone', 'built-wooden', 'wall', 'hedge', 'works-hasty', 'works-prepared'])
      expect(ground([{ kind, points }], view, 's').length, kind).toBeGreaterThan(80);
    expect(ground([{ kind: 'sea of glass', points }], view, 's')).toBe('<g class="ground"></g>');
  });

  it('has no inline style, which the server forbids, and escapes names', () => {
    for (const shape of ['line', 'attack-column', 'march-column', 'open-order', 'square', 'garrison', 'unlimbered', 'limbered'])
      for (const arm of ['infantry', 'cavalry', 'artillery'])
        expect(block({ nation: 'french', side: 1, arm, troopClass: 'line', shape, w: 100, d: 30, states: ['shaken', 'disordered'] })).not.toMatch(/style=/);
    expect(escaped('<b title="x">&\'')).toBe('&lt;b title=&quot;x&quot;&gt;&amp;&#39;');
  });

  it('takes the letter of a commander from his name, not from its particles', () => {
    expect(initial('Ney')).toBe('N');
    expect(initial('Duke of Brunswick')).toBe('B');
    expect(initial("d'Erlon")).toBe('D');
  });
});
