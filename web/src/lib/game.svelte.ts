// One game as it is on the table in this browser: what the server has told, what is chosen, what is being weighed. The only
// store of the table; components read it and call its methods.
import { frontArc } from '../draw/footprint';
import { api, Refused, type GameInfo, type GameView } from './api';
import { compared, type Compared } from './compare';
import { Engine, READER_ALL, READER_SPECTATOR } from './engine';
import { Film } from './film.svelte';
import { without } from './row';
import { keep, keptGame } from './seats';
import { Connection } from './socket';
import type { Actor, Battle, Choice, Choices, Odds, State, Step, UnitState, Verdict, Xy } from './types';

export type Chosen = { kind: 'unit' | 'group' | 'leader'; i: number };

export interface Said {
  side: number;
  text: string;
  at?: number;
}

const NO_CHOICES: Choices = { choices: [] };
const MOST_COMPARED = 6; // answers to a question whose odds are set side by side
const LOG_PAGE = 1000; // rows that the server gives at once

export class Game {
  // what the server has told
  info = $state.raw<GameInfo | null>(null);
  battle = $state.raw<Battle | null>(null);
  state = $state.raw<State | null>(null);
  steps = $state.raw<Step[]>([]);
  said = $state.raw<Said[]>([]);
  canUndo = $state(false);
  awaited = $state.raw<number[]>([]); // the sides that may answer: of real dice both, at whichever screen they are
  takeback = $state<number | null>(null); // the side that asks to take back
  online = $state<boolean[]>([true, true]);
  ended = $state.raw<GameView['end'] | null>(null); // also by resigning

  // how it goes here
  isHeld = $state(false); // before the battle: one looks around, and nothing is asked yet
  fault = $state(''); // why the table cannot be shown
  refusal = $state.raw<{ why: string; clause?: string } | null>(null);
  isSending = $state(false);
  connection = $state<'open' | 'lost' | 'waiting'>('waiting');
  retryIn = $state(0);

  // what is being weighed
  choices = $state.raw<Choices>(NO_CHOICES);
  chosen = $state.raw<Chosen | null>(null);
  verb = $state<number | null>(null);
  formation = $state<number | null>(null); // in which the chosen one would end
  leftOut = $state.raw<number[]>([]); // of a row of units that act together
  weighed = $state.raw<Choice | null>(null); // the answer that would be given
  verdict = $state.raw<Verdict | null>(null);
  odds = $state.raw<Odds | null>(null);
  outcomes = $state.raw<{ choice: Choice; odds: Odds }[]>([]); // of the answers to a question, where they differ
  compared = $state.raw<Compared[]>([]); // what a card that is weighed would change
  reach = $state.raw<Xy[][]>([]);
  arcs = $state.raw<Xy[][]>([]);
  hovered = $state<number | null>(null);
  hint = $state.raw<{ act: string; text: string } | null>(null);

  readonly film = new Film(this);
  engine: Engine | null = null;
  private cursor = 0;
  private wire: Connection | null = null;
  private refusalTimer: ReturnType<typeof setTimeout> | undefined;
  private token: string | undefined;

  /// `briefs`: before the first answer the table is shown as it is set up, and nobody is asked until `begin`.
  constructor(
    readonly id: string,
    private readonly briefs = false,
  ) {}

  // ---- who I am -------------------------------------------------------------------------------

  /// The sides that are played at this screen.
  readonly mine = $derived.by<number[]>(() => {
    const you = this.info?.you;
    return you === 'both' ? [0, 1] : you === 0 || you === 1 ? [you] : [];
  });
  /// Whose eyes the table is seen with: the side to decide at a shared screen, otherwise my own.
  readonly side = $derived(this.mine.length === 2 ? (this.state?.node.kind === 'end' ? 0 : ((this.state?.node as { side?: number })?.side ?? 0)) : (this.mine[0] ?? 0));
  readonly isMine = $derived.by(() => {
    const node = this.state?.node;
    if (!node || node.kind === 'end' || this.ended || this.film.isRunning || this.isHeld) return false;
    return this.mine.some((side) => this.awaited.includes(side));
  });
  readonly isRemote = $derived(this.mine.length < 2 && (this.info?.seats.every((s) => s.kind === 'human') ?? false));
  readonly isOver = $derived(this.state?.node.kind === 'end' || this.ended !== null);
  readonly decision = $derived(this.state?.node.kind === 'decision' ? this.state.node : null);
  readonly roll = $derived(this.state?.node.kind === 'roll' ? this.state.node : null);

  get reader(): number {
    return this.mine.length === 2 ? READER_ALL : (this.mine[0] ?? READER_SPECTATOR);
  }

  // ---- opening ----------------------------------------------------------------------------------

  async open(): Promise<void> {
    try {
      const kept = keptGame(this.id);
      this.token = kept?.tokens.find((t) => t !== null) ?? undefined;
      const [info, engine] = await Promise.all([api.game(this.id, this.token), Engine.load()]);
      this.engine = engine;
      engine.open(info.rules, info.scenario, info.house);
      this.info = info;
      if (this.token && info.seats.some((seat) => this.mine.includes(seat.side) && !seat.joined)) this.info = await api.join(this.id, this.token);
      this.battle = engine.battle();
      await this.refresh();
      this.wire = new Connection(this.id, this.token, () => this.cursor, {
        step: (s) => this.film.take(s),
        view: (v) => this.film.settle(v),
        chat: (c) => (this.said = [...this.said, c]),
        presence: (o) => (this.online = o),
        status: (s, n) => ((this.connection = s), (this.retryIn = n)),
      });
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  close(): void {
    this.wire?.close();
    this.film.stop();
  }

  reconnect(): void {
    this.wire?.now();
  }

  private async refresh(): Promise<void> {
    const [view, steps] = await Promise.all([api.view(this.id, this.token), this.log()]);
    if (this.state === null) this.isHeld = this.briefs && this.mine.length > 0 && !view.end && !steps.some((s) => s.kind === 'act');
    this.steps = steps;
    this.show(view);
  }

  /// The battle begins: what has happened meanwhile is shown, and what is asked can be answered.
  begin(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.choose(null);
    this.offer();
    this.film.resume();
  }

  /// Puts a state that the server has sent on the table.
  show(view: GameView): void {
    const isSame = this.state !== null && view.cursor === this.cursor && !this.film.hasTouched;
    this.cursor = view.cursor;
    this.canUndo = view.undo;
    this.takeback = view.takeback ?? null;
    this.awaited = view.waiting_for.sides;
    const hasEnded = view.end !== undefined && this.ended === null && this.steps.length > 0;
    this.ended = view.end ?? null;
    // With the end the whole log is open: what was done in secret is told too.
    if (hasEnded) void this.log().then((steps) => (this.steps = steps), () => undefined);
    if (isSame) return; // nothing has happened: what is being weighed stays
    this.film.hasTouched = false;
    this.engine?.take(view.state);
    this.state = view.view;
    this.weigh(null);
    this.verb = null;
    this.hint = null;
    this.reach = [];
    this.offer();
    this.remember();
  }

  /// Lists what whoever is asked at this screen may do, and how each plain answer to a question would end.
  private offer(): void {
    this.choices = this.isMine && this.decision && this.engine ? this.engine.choices() : NO_CHOICES;
    const plain = this.actors.length === 0 && this.bare.length > 1 && this.bare.length <= MOST_COMPARED ? this.bare : [];
    this.outcomes = plain.map((choice) => ({ choice, odds: this.engine!.odds(choice.act) })).filter((o) => o.odds.ok && (o.odds.shares?.length ?? 0) > 0);
    this.settleChoice();
  }

  /// All rows of the log, a page at a time.
  private async log(): Promise<Step[]> {
    const steps: Step[] = [];
    let page: Step[];
    do steps.push(...(page = await api.events(this.id, steps.at(-1)?.n ?? 0, this.token)));
    while (page.length >= LOG_PAGE);
    return steps;
  }

  private remember(): void {
    const kept = keptGame(this.id);
    if (kept && this.state) keep({ ...kept, seen: Date.now(), turn: this.state.turn, isOver: this.isOver });
  }

  // ---- choosing ---------------------------------------------------------------------------------

  unit(i: number): UnitState {
    return this.state!.units[i];
  }

  /// All answers of somebody.
  answersOf(who: Chosen | null): Choice[] {
    if (!who) return [];
    return this.choices.choices.filter((c) => c[who.kind] === who.i);
  }

  readonly answers = $derived(this.answersOf(this.chosen));
  /// Answers that nobody on the table gives: done, yes, no, cards.
  readonly bare = $derived(this.choices.choices.filter((c) => c.unit === undefined && c.group === undefined && c.leader === undefined));
  /// Who has something to decide, in the order of the choices, leaders last.
  readonly actors = $derived.by<Chosen[]>(() => {
    const seen = new Set<string>();
    const out: Chosen[] = [];
    for (const c of this.choices.choices)
      for (const kind of ['unit', 'group', 'leader'] as const) {
        const i = c[kind];
        if (i === undefined || seen.has(kind + i)) continue;
        seen.add(kind + i);
        out.push({ kind, i });
      }
    return [...out.filter((a) => a.kind !== 'leader'), ...out.filter((a) => a.kind === 'leader')];
  });
  /// Units that light up because they, or the group that they are in, may act.
  readonly lit = $derived.by<Set<number>>(() => {
    const out = new Set<number>();
    for (const c of this.choices.choices) {
      if (c.unit !== undefined) out.add(c.unit);
      if (c.group !== undefined) c.units?.forEach((u) => out.add(u));
    }
    return out;
  });
  readonly targets = $derived.by<Actor[]>(() => this.answers.filter((c) => this.verb === null || c.verb === this.verb).flatMap((c) => (c.target ? [c.target] : [])));
  readonly targetUnits = $derived(new Set(this.targets.flatMap((t) => (t.unit === undefined ? [] : [t.unit]))));

  private settleChoice(): void {
    const about = this.decision?.about;
    const still = this.chosen && this.actors.some((a) => a.kind === this.chosen!.kind && a.i === this.chosen!.i);
    if (still) return this.choose(this.chosen);
    if (!this.isMine) return;
    if (about?.unit !== undefined && this.actors.length === 0) return this.choose({ kind: 'unit', i: about.unit });
    if (this.chosen && this.actors.length === 0) return;
    this.choose(this.actors.length === 1 ? this.actors[0] : null);
  }

  choose(who: Chosen | null): void {
    if (who?.kind !== this.chosen?.kind || who?.i !== this.chosen?.i) this.leftOut = [];
    this.chosen = who;
    this.reach = [];
    this.arcs = this.arcsOf(who);
    this.weigh(null);
    const answers = this.answersOf(who);
    const verbs = [...new Set(answers.map((c) => c.verb))];
    this.verb = verbs.length === 1 ? verbs[0] : null;
    if (this.verb !== null) this.chooseVerb(this.verb);
  }

  /// How far the chosen unit's fire reaches.
  private arcsOf(who: Chosen | null): Xy[][] {
    if (who?.kind !== 'unit' || !this.engine || !this.state || this.unit(who.i).presence !== 'table') return [];
    return this.engine.ranges(who.i).map((r) => frontArc(this.unit(who.i), r.tmm, r.angle).map(([x, y]): Xy => [x, y]));
  }

  /// The enemies that a unit sees; null where the sheet does not say.
  seenBy(i: number): number[] | null {
    return this.engine && this.unit(i).presence === 'table' ? this.engine.sees(i) : null;
  }

  /// Chooses a unit by a click: itself where it may act, otherwise its group where that may.
  chooseUnit(i: number): void {
    const group = this.unit(i).group ?? this.battle!.units[i].group;
    const asUnit = this.actors.find((a) => a.kind === 'unit' && a.i === i);
    const asGroup = this.actors.find((a) => a.kind === 'group' && a.i === group);
    this.choose(asUnit ?? asGroup ?? { kind: 'unit', i });
  }

  chooseVerb(verb: number): void {
    this.verb = verb;
    this.weigh(null);
    const answers = this.answers.filter((c) => c.verb === verb);
    const current = this.chosen?.kind === 'unit' ? this.unit(this.chosen.i).f : null;
    const offered = answers.flatMap((c) => (c.formation === undefined ? [] : [c.formation]));
    this.formation = offered.length === 0 ? null : current !== null && offered.includes(current) ? current : offered[0];
    this.findReach(verb);
    if (answers.length === 1) this.weigh(answers[0]);
  }

  /// The line of the chosen one's verb without its path, in the formation that is looked at.
  private stem(verb: number): string | null {
    const known = this.answers.find((c) => c.verb === verb && c.formation === this.formation) ?? this.answers.find((c) => c.verb === verb);
    if (!known) return null;
    const bare = without(known, this.leftOut).replace(/ path .*$/, '');
    if (this.formation === null) return bare;
    return bare.replace(/ as \S+/, ` as ${this.battle!.sheet.formations[this.formation].word}`);
  }

  private findReach(verb: number): void {
    this.reach = [];
    if (!this.engine || !this.battle!.sheet.verbs[verb].uses.includes('path')) return;
    const line = this.stem(verb);
    const ring = line ? this.engine.reach(line) : [];
    if (ring.length > 2) this.reach = [ring];
  }

  /// The formations that the chosen verb offers.
  readonly formations = $derived.by<number[]>(() => [...new Set(this.answers.filter((c) => c.verb === this.verb).flatMap((c) => (c.formation === undefined ? [] : [c.formation])))].sort((a, b) => a - b));

  chooseFormation(formation: number): void {
    this.formation = formation;
    this.weigh(null);
    if (this.verb !== null) this.findReach(this.verb);
  }

  next(step: 1 | -1): void {
    const list = this.actors;
    if (list.length === 0) return;
    const at = list.findIndex((a) => a.kind === this.chosen?.kind && a.i === this.chosen?.i);
    this.choose(list[(at + step + list.length) % list.length]);
  }

  // ---- weighing and committing ----------------------------------------------------------------

  /// The units that act with the chosen one where its sheet has rows; itself first.
  readonly row = $derived.by<number[]>(() => {
    const { chosen } = this;
    if (chosen?.kind !== 'unit') return [];
    const rows = this.answers.filter((c) => this.verb === null || c.verb === this.verb).map((c) => c.row ?? []);
    const most = rows.reduce((a, b) => (b.length > a.length ? b : a), []);
    return most.length ? [chosen.i, ...most.filter((u) => u !== chosen.i)] : [];
  });

  /// The units of the row that act with the chosen one as it stands.
  readonly linked = $derived(this.row.filter((u) => !this.leftOut.includes(u)));

  /// Links units of the row or leaves them out, and weighs the same answer anew.
  link(units: readonly number[], isIn: boolean): void {
    this.leftOut = isIn ? this.leftOut.filter((u) => !units.includes(u)) : [...new Set([...this.leftOut, ...units])];
    const known = this.weighed;
    const same = this.verb === null ? undefined : this.answers.find((c) => c.verb === (known?.verb ?? this.verb) && (!known || c.formation === known.formation) && (c.row?.length ?? 0) === this.row.length);
    if (this.verb !== null) this.findReach(this.verb);
    this.weigh(same ?? null);
  }

  /// True of a card out of the hand: an answer that nobody on the table gives, with an option.
  private isCard(choice: Choice): boolean {
    return (this.state?.sides[this.side].hand?.length ?? 0) > 0 && this.bare.includes(choice) && this.battle!.sheet.verbs[choice.verb].uses.includes('option');
  }

  /// Looks at an answer: its way, its cost, its odds. Nothing is committed.
  weigh(choice: Choice | null): void {
    this.weighed = choice;
    this.verdict = null;
    this.odds = null;
    this.compared = [];
    if (!choice || !this.engine) return;
    if (this.isCard(choice)) this.compared = compared(this.engine, choice.act, this.choices.choices, this.bare.find((c) => this.battle!.sheet.verbs[c.verb].uses.length === 0)?.act);
    const act = without(choice, this.leftOut);
    this.verdict = this.engine.check(act);
    if (act !== choice.act && this.verdict.ok && this.verdict.act) this.weighed = this.verdict as Choice;
    const odds = this.engine.odds(act);
    this.odds = odds.ok && !odds.none ? odds : null;
  }

  /// The way that a drag asks for: as near as it can come.
  drag(x: number, y: number, heading: number): void {
    const verb = this.moveVerb();
    if (!this.chosen || !this.engine || verb === null) return;
    if (this.verb !== verb) this.chooseVerb(verb);
    const line = this.stem(verb);
    if (!line) return;
    const found = this.engine.go(line, x, y, heading);
    this.verdict = found;
    this.weighed = found.ok && found.act ? (found as Choice) : null;
    this.odds = null;
  }

  /// The first verb of the chosen one that moves it without a target.
  moveVerb(): number | null {
    const verbs = this.battle!.sheet.verbs;
    const moves = (v: number) => verbs[v].uses.includes('path') && !verbs[v].uses.includes('target');
    if (this.verb !== null && moves(this.verb)) return this.verb;
    return this.answers.find((c) => moves(c.verb))?.verb ?? null;
  }

  /// Weighs the answer of the chosen one that is aimed at a unit (or its group).
  aimAt(i: number): boolean {
    const group = this.unit(i).group ?? this.battle!.units[i].group;
    const fits = this.answers.filter((c) => c.target && (c.target.unit === i || c.target.group === group));
    const found = fits.find((c) => c.verb === this.verb) ?? fits[0];
    if (!found) return false;
    this.verb = found.verb;
    this.weigh(found);
    return true;
  }

  async commit(choice: Choice | null = this.weighed): Promise<void> {
    if (choice) await this.send(() => api.act(this.id, this.token, this.cursor, choice.act));
  }

  async throwFaces(faces: number[]): Promise<void> {
    await this.send(() => api.faces(this.id, this.token, this.cursor, faces));
  }

  async undo(): Promise<void> {
    if (this.canUndo) await this.send(() => api.undo(this.id, this.token, this.cursor));
    else if (this.isRemote) await this.askBack();
  }

  async askBack(answer?: boolean): Promise<void> {
    await this.send(() => api.takeback(this.id, this.token, this.cursor, answer));
    if (answer !== undefined) this.takeback = null;
  }

  async resign(): Promise<void> {
    await this.send(() => api.resign(this.id, this.token, this.cursor));
  }

  async say(text: string): Promise<void> {
    await this.send(() => api.chat(this.id, this.token, text));
  }

  async askHint(): Promise<void> {
    await this.send(async () => {
      const hint = await api.hint(this.id, this.token);
      const known = this.choices.choices.find((c) => c.act === hint.act);
      const found = known ?? (this.engine?.check(hint.act) as Choice | undefined);
      this.hint = { act: hint.act, text: found?.text ?? hint.text ?? hint.act };
      if (!found?.act) return;
      const kind = (['unit', 'group', 'leader'] as const).find((k) => found[k] !== undefined);
      if (kind) this.choose({ kind, i: found[kind]! });
      this.verb = found.verb;
      this.weigh(found);
    });
  }

  private async send(what: () => Promise<unknown>): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.refusal = null;
    try {
      await what();
    } catch (e) {
      await this.refuse(e);
    } finally {
      this.isSending = false;
    }
  }

  private async refuse(e: unknown): Promise<void> {
    const r = e instanceof Refused ? e : new Refused(0, String(e));
    this.refusal = r.status === 409 ? { why: 'That came too late: the table has moved on. It shows how it stands.' } : { why: r.why, clause: r.clause };
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => (this.refusal = null), 6000);
    if (r.status === 409 || r.status === 422) await this.refresh().catch(() => undefined);
  }
}
