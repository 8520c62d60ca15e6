import type { Person } from './message';
import type { Clock, Timer } from './ports';

/** How long somebody counts as typing after their last frame, in milliseconds. */
const lasts = 5_000;

export type Typist = Person & { until: number };

/** Keeps track of who is typing. A name goes away after a while, or when their message arrives. */
export class Typing {
  private typists: readonly Typist[] = [];
  private timer: Timer | undefined;
  private readonly clock: Clock;
  private readonly onChange: (typists: readonly Typist[]) => void;

  constructor(clock: Clock, onChange: (typists: readonly Typist[]) => void) {
    this.clock = clock;
    this.onChange = onChange;
  }

  sign(person: Person) {
    const others = this.typists.filter(({ authorId }) => authorId !== person.authorId);
    this.change([...others, { ...person, until: this.clock.now() + lasts }]);
  }

  wrote(author: string) {
    this.change(this.typists.filter(({ authorId }) => authorId !== author));
  }

  clear() {
    this.change([]);
  }

  private fade() {
    const now = this.clock.now();
    this.change(this.typists.filter(({ until }) => until > now));
  }

  private change(typists: readonly Typist[]) {
    this.clock.cancel(this.timer);
    if (typists.length > 0) {
      const next = Math.min(...typists.map(({ until }) => until));
      this.timer = this.clock.after(next - this.clock.now(), () => this.fade());
    }
    if (typists.length === 0 && this.typists.length === 0) return;
    this.typists = typists;
    this.onChange(typists);
  }
}
