import { describe, expect, it } from 'vitest';
import { after } from '../src/lib/after';
import { chief, looked } from '../src/lib/looks';
import { Luck, success } from '../src/lib/luck';
import { Story } from '../src/lib/story';
import type { Field, Happening, State, Step } from '../src/lib/types';

describe('the log', () => {
  const step = (n: number, lines: Step['lines'], events: Happening[]): Step => ({ n, turn: 1, phase: 'fire', side: 0, lines, events });

  it('gives a sentence the dice and clauses of the answers that led to it', () => {
    const story = new Story();
    story.add([step(1, [], [{ kind: 'add', clause: 'x.cover', value: -1 }]), step(2, [{ depth: 0, text: 'Fire', upto: 1 }, { depth: 1, text: 'A fired at B: no hit.', upto: 1 }], [{ kind: 'roll', clause: 'x.hit', faces: [2], need: 5, who: { unit: 3 }, at: { unit: 7 } }])]);
    expect(story.entries.map((e) => e.kind)).toEqual(['heading', 'sentence']);
    expect(story.entries[1].counts).toEqual([{ value: -1, clause: 'x.cover', sets: false }]);
    expect(story.entries[1].throws).toHaveLength(1);
    expect(story.entries[1].units).toEqual([3, 7]);
  });

  it('takes every step once', () => {
    const story = new Story();
    const steps = [step(1, [{ depth: 1, text: 'One.', upto: 0 }], []), step(2, [{ depth: 1, text: 'Two.', upto: 0 }], [])];
    story.add(steps);
    story.add(steps);
    expect(story.entries).toHaveLength(2);
  });
});

describe('luck', () => {
  it('knows the chance of a die, with ones thrown again', () => {
    expect(success(6, 4, false)).toBeCloseTo(0.5);
    expect(success(6, 4, true)).toBeCloseTo(0.5 + 0.5 / 6);
    expect(success(6, 7, false)).toBe(0);
  });

  it('reckons what was due and how rare the rest is', () => {
    const luck = new Luck();
    luck.take([{ kind: 'roll', clause: 'x.hit', faces: [6, 6], dice: 2, sides: 6, need: 4, thrower: 0, value: 2 }]);
    const [row] = luck.rows();
    expect(row.sides[0]).toEqual({ got: 2, due: 1, chance: 0.25 });
    expect(row.sides[1].got).toBe(0);
  });
});

describe('odds', () => {
  const words: Field = { key: 'fate', help: 'how it stands', values: [{ value: 0, word: 'stands', p: '1/2', prob: 0.5, favours: -1 }, { value: 1, word: 'routed', p: '1/2', prob: 0.5, favours: 2 }] };

  it('runs from our best to theirs, in our colour first', () => {
    expect(looked(words, 0).map((p) => [p.text, p.look])).toEqual([['routed', 'look-a2'], ['stands', 'look-b1']]);
    expect(looked(words, 1).map((p) => p.look)).toEqual(['look-b2', 'look-a1']);
  });

  it('tells of the words that say how it ends rather than of numbers', () => {
    const numbers: Field = { key: 'losses', help: 'losses', mean: '1', values: [{ value: 0, p: '1/2', prob: 0.5 }, { value: 1, p: '1/2', prob: 0.5 }] };
    expect(chief([numbers, words])).toBe(words);
    expect(chief([numbers])).toBe(numbers);
  });
});

describe('the film', () => {
  it('moves troops and takes off those who leave, and leaves the state before as it was', () => {
    const state = { units: [{ i: 0, x: 0, y: 0, h: 0, presence: 'table', losses: 0 }], leaders: [], held: [0] } as unknown as State;
    const next = after(state, [
      { kind: 'change', what: 'place', who: { unit: 0 }, before: 0, after: 100, from: [0, 0], to: [5, 6] },
      { kind: 'change', what: 'losses', who: { unit: 0 }, before: 0, after: 2 },
      { kind: 'change', what: 'presence', who: { unit: 0 }, before: 1, after: 2 },
    ]);
    expect(next.units[0]).toMatchObject({ x: 5, y: 6, h: 100, losses: 2, presence: 'gone' });
    expect(state.units[0].x).toBe(0);
    expect(after(state, [{ kind: 'note' }])).toBe(state);
  });
});
