const nearEnd = 48;

type Anchor = { id: string; top: number };

/**
 * Keeps the scroll position while messages are added above or below and pictures load: at the end if it was there, else
 * at the topmost visible message. The browser's own scroll anchoring is off, because it cannot stay at the end.
 */
export class ScrollPlace {
  private box: HTMLElement | undefined;
  private started = false;
  /** False until the list has been positioned. */
  private atEnd = false;
  private scrollTop = 0;
  private anchor: Anchor | undefined;
  private readonly subscribers = new Set<() => void>();

  isAtEnd = (): boolean => this.atEnd;

  subscribe = (listener: () => void): (() => void) => {
    this.subscribers.add(listener);
    return () => this.subscribers.delete(listener);
  };

  attach(box: HTMLElement): () => void {
    this.box = box;
    const note = () => this.note();
    const observer = new ResizeObserver(() => this.restore());
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    box.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', note);
    };
  }

  /** Call after the list has changed and before it is painted. The first call scrolls to what is unread, else to the end. */
  update(box: HTMLElement) {
    this.box = box;
    if (this.started) return this.restore();
    this.started = true;
    const unread = box.querySelector('[data-unread]');
    box.scrollTop = unread ? box.scrollTop + topIn(box, unread) - 96 : box.scrollHeight;
    this.note();
  }

  toEnd() {
    this.atEnd = true;
    if (this.box) this.scrollTop = this.box.scrollTop;
    this.restore();
    this.tell();
  }

  /** Scrolls to a message and focuses it. False if the message is not in the list. */
  toMessage(id: string): boolean {
    const element = this.box && find(this.box, id);
    if (!element) return false;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
    this.note();
    return true;
  }

  /** Call before a message unfolds or folds: its beginning stays in place, or comes into view when it folds. */
  hold = (id: string, folds: boolean) => {
    const element = this.box && find(this.box, id);
    if (!this.box || !element) return;
    if (folds) this.box.scrollTop += Math.min(0, topIn(this.box, element));
    this.atEnd = false;
    this.scrollTop = this.box.scrollTop;
    this.anchor = { id, top: topIn(this.box, element) };
    this.tell();
  };

  private note() {
    const { box } = this;
    if (!box) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd;
    // When the composer has just grown, the list is away from its end although nobody scrolled, until `restore` has run. Only a
    // scroll upwards leaves the end.
    const atEnd = isNear || (this.atEnd && box.scrollTop >= this.scrollTop);
    this.scrollTop = box.scrollTop;
    this.anchor = topmost(box);
    if (atEnd === this.atEnd) return;
    this.atEnd = atEnd;
    this.tell();
  }

  private restore() {
    const { box } = this;
    if (!box || !this.started) return;
    // A scroll that was not noted yet was made by the reader, and is kept, here and below.
    if (this.atEnd) this.note();
    const { anchor } = this;
    if (this.atEnd) {
      box.scrollTop = box.scrollHeight;
    } else if (anchor) {
      const element = find(box, anchor.id);
      const scrolled = box.scrollTop - this.scrollTop;
      if (element) box.scrollTop += topIn(box, element) - (anchor.top - scrolled);
      // What has folded or gone may have brought the end near, without any scroll.
      this.note();
    }
    this.scrollTop = box.scrollTop;
  }

  private tell() {
    for (const subscriber of this.subscribers) subscriber();
  }
}

function topIn(box: HTMLElement, element: Element): number {
  return element.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

function find(box: HTMLElement, id: string): HTMLElement | null {
  return box.querySelector(`[data-message="${CSS.escape(id)}"]`);
}

function topmost(box: HTMLElement): Anchor | undefined {
  const { top } = box.getBoundingClientRect();
  for (const element of box.querySelectorAll<HTMLElement>('[data-message]')) {
    const rectangle = element.getBoundingClientRect();
    if (rectangle.bottom > top) return { id: element.dataset.message!, top: rectangle.top - top };
  }
  return undefined;
}
