import { describe, expect, it } from 'vitest';
import { rowMarks } from '../src/draw/rows';
import type { Body } from '../src/draw/scene';

/// Four bodies side by side, 40 wide and 20 deep, that look up the screen; given out of order.
const body = (i: number, x: number): Body => ({ i, x, y: 100, degrees: 0, w: 40, d: 20, markup: '', signs: '', corners: [] });
const row = [body(7, 140), body(3, 100), body(9, 220), body(8, 180)];
const of = (leftOut: number[]) => rowMarks(row, leftOut, 3);

describe('a row of units', () => {
  it('has one frame, a link at each joint and a tick at each rear but that of the chosen one', () => {
    const { frames, handles } = of([]);
    expect(frames.match(/<g /g)).toHaveLength(1);
    expect(handles.filter((h) => h.kind === 'link').map((h) => h.x)).toEqual([120, 160, 200]);
    expect(handles.filter((h) => h.kind === 'tick').map((h) => h.units[0])).toEqual([7, 8, 9]);
    expect(handles.every((h) => h.kind === 'link' || h.y > 110)).toBe(true);
  });

  it('lets go what lies beyond a link, seen from the chosen one', () => {
    expect(of([]).handles.filter((h) => h.kind === 'link').map((h) => h.units)).toEqual([[7, 8, 9], [8, 9], [9]]);
    const fromTheRight = rowMarks(row, [], 9).handles.filter((h) => h.kind === 'link').map((h) => h.units);
    expect(fromTheRight).toEqual([[3], [3, 7], [3, 7, 8]]);
  });

  it('falls apart into two frames where the middle is left out, which a plus takes in again', () => {
    const { frames, handles } = of([7]);
    expect(frames.match(/<g /g)).toHaveLength(2);
    expect(handles.filter((h) => h.kind === 'plus').map((h) => h.units)).toEqual([[7]]);
    expect(handles.filter((h) => h.kind === 'link').map((h) => h.units)).toEqual([[9]]);
  });

  it('frames apart those who act together but do not touch', () => {
    const { frames, handles } = rowMarks([...row, { ...body(5, 100), y: 300 }], [], 3);
    expect(frames.match(/<g /g)).toHaveLength(2);
    expect(handles.filter((h) => h.kind === 'link')).toHaveLength(3);
    expect(handles.filter((h) => h.kind === 'tick').map((h) => h.units[0])).toContain(5);
  });

  it('has no handles from afar, where they would hide it', () => {
    const small = row.map((b) => ({ ...b, w: 20 }));
    expect(rowMarks(small, [], 3).handles).toEqual([]);
    expect(rowMarks(small, [], 3).frames).not.toBe('');
  });

  it('is none of one unit', () => {
    expect(rowMarks([row[0]], [], 7)).toEqual({ frames: '', handles: [] });
  });
});
