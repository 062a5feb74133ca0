// What others do is shown step by step: each step's sentence, with its troops moved and its dice, before the table is as the
// server has it. The film can be skipped at any time, and stepped through when it is paused.
import { after, during } from './after';
import type { GameView } from './api';
import type { Game } from './game.svelte';
import { isStill, settings } from './settings.svelte';
import type { Step } from './types';

const PAUSE = { move: 650, dice: 1000, word: 450 };
const LONGEST = 24; // steps of one film; more are shown at once

export class Film {
  isRunning = $state(false);
  isPaused = $state(false);
  step = $state.raw<Step | null>(null);
  hasTouched = false; // the table shows a step and not yet what the server has
  private queue: Step[] = [];
  private view: GameView | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  take(step: Step): void {
    if (this.game.steps.some((s) => s.n === step.n) || this.queue.some((s) => s.n === step.n)) return;
    this.queue.push(step);
  }

  /// The server has told how it stands behind the steps: show them, then that.
  settle(view: GameView): void {
    this.view = view;
    if (!this.isRunning && !this.game.isHeld) this.start();
  }

  /// Shows what came while the table was held.
  resume(): void {
    if (this.view) this.start();
  }

  private start(): void {
    const told = this.queue.filter((s) => s.lines.length > 0).length;
    const isFilm = settings.film && !isStill() && told > 1 && told <= LONGEST && this.game.state !== null && document.visibilityState === 'visible';
    if (!isFilm) return this.finish();
    this.isRunning = true;
    this.isPaused = false;
    this.advance();
  }

  /// The next step, now.
  advance(): void {
    clearTimeout(this.timer);
    const step = this.queue.shift();
    if (!step) return this.finish();
    this.game.steps = [...this.game.steps, step];
    this.step = step;
    this.hasTouched = true;
    if (this.game.state && this.game.battle) this.game.state = during(after(this.game.state, step.events), step, this.game.battle.sheet);
    if (step.lines.length === 0) return this.advance();
    const wait = step.events.some((e) => e.kind === 'roll') ? PAUSE.dice : step.events.some((e) => e.what === 'place') ? PAUSE.move : PAUSE.word;
    if (!this.isPaused) this.timer = setTimeout(() => this.advance(), settings.dice === 'show' ? wait : wait / 2);
  }

  pause(): void {
    this.isPaused = !this.isPaused;
    clearTimeout(this.timer);
    if (!this.isPaused) this.advance();
  }

  /// To the end of it.
  finish(): void {
    clearTimeout(this.timer);
    if (this.queue.length > 0) this.game.steps = [...this.game.steps, ...this.queue];
    this.queue = [];
    this.isRunning = false;
    this.isPaused = false;
    const view = this.view;
    this.view = null;
    if (view) this.game.show(view);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
