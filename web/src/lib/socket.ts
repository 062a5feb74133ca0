// The wire to the server: pushes of what happens. It comes back by itself, and nothing is missed, because it says how far
// the log is known here.
import type { GameView } from './api';
import type { Said } from './game.svelte';
import type { Step } from './types';

export interface Listener {
  step: (step: Step) => void;
  view: (view: GameView) => void;
  chat: (said: Said) => void;
  presence: (online: boolean[]) => void;
  status: (status: 'open' | 'lost' | 'waiting', retryIn: number) => void;
}

interface Push {
  n?: number;
  view?: GameView;
  chat?: Said;
  presence?: { online: boolean[] };
  why?: string;
}

export class Connection {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private isClosed = false;

  constructor(
    private readonly game: string,
    private readonly token: string | undefined,
    private readonly since: () => number,
    private readonly listener: Listener,
  ) {
    this.connect();
  }

  private connect(): void {
    if (this.isClosed) return;
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
    const socket = new WebSocket(address, ['limber']);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify({ game: this.game, token: this.token, since: this.since() }));
      this.listener.status('open', 0);
    };
    socket.onmessage = (m) => this.take(JSON.parse(m.data as string) as Push);
    socket.onclose = () => this.lost();
  }

  private take(push: Push): void {
    if (push.view) this.listener.view(push.view);
    else if (push.chat) this.listener.chat(push.chat);
    else if (push.presence) this.listener.presence(push.presence.online);
    else if (push.n !== undefined) this.listener.step(push as Step);
  }

  private lost(): void {
    if (this.isClosed) return;
    this.tries += 1;
    const wait = Math.min(15, 2 ** Math.min(4, this.tries - 1));
    this.listener.status('lost', wait);
    this.timer = setTimeout(() => this.connect(), wait * 1000);
  }

  /// Tries again at once.
  now(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
