// What the dice owed and what they gave: for every throw that counts successes, how many there were beside how many there
// should have been, and how rare so much luck is. Pure arithmetic of dice; which throws there are is the engine's business.
import type { Happening } from './types';
import { throwsOf } from './words';

export interface LuckRow {
  got: number;
  due: number;
  chance: number; // that as many or more had come
}

/// The chance of a die to succeed, with ones thrown again where the roll says so.
export function success(sides: number, need: number, again: boolean): number {
  const p = Math.max(0, Math.min(1, (sides - need + 1) / sides));
  return again && need > 1 ? p + p / sides : p;
}

class Account {
  got = 0;
  due = 0;
  private spread = [1]; // chances of 0, 1, 2 … successes

  add(dice: number, p: number, got: number): void {
    this.got += got;
    this.due += dice * p;
    for (let d = 0; d < dice; d++) {
      const next = new Array<number>(this.spread.length + 1).fill(0);
      this.spread.forEach((c, i) => {
        next[i] += c * (1 - p);
        next[i + 1] += c * p;
      });
      this.spread = next;
    }
  }

  row(): LuckRow {
    return { got: this.got, due: this.due, chance: Math.min(1, this.spread.slice(this.got).reduce((a, b) => a + b, 0)) };
  }
}

export class Luck {
  private readonly accounts = new Map<string, [Account, Account]>();
  private readonly all: [Account, Account] = [new Account(), new Account()];

  take(events: readonly Happening[]): void {
    for (const e of throwsOf(events)) {
      if (!e.need || e.save || e.thrower === undefined || !e.dice || e.value === undefined || e.value > e.dice) continue;
      const p = success(e.sides ?? 6, e.need, !!e.reroll_ones);
      const key = e.clause ?? '';
      const pair = this.accounts.get(key) ?? [new Account(), new Account()];
      this.accounts.set(key, pair);
      pair[e.thrower].add(e.dice, p, e.value);
      this.all[e.thrower].add(e.dice, p, e.value);
    }
  }

  /// By clause, those with the most dice first, and all together last.
  rows(): { clause: string; sides: [LuckRow, LuckRow] }[] {
    const list = [...this.accounts].map(([clause, [a, b]]) => ({ clause, sides: [a.row(), b.row()] as [LuckRow, LuckRow] }));
    list.sort((x, y) => y.sides[0].due + y.sides[1].due - x.sides[0].due - x.sides[1].due);
    return [...list.slice(0, 6), { clause: '', sides: [this.all[0].row(), this.all[1].row()] }];
  }
}
