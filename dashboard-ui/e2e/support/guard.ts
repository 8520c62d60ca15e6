import { expect, type BrowserContext } from '@playwright/test';

/** Watches all pages of a test: nothing may be logged as an error or a warning, and no other host may be asked. */
export class Guard {
  private readonly troubles: string[] = [];
  private readonly allowed: RegExp[] = [];
  private readonly origins: Set<string>;

  constructor(context: BrowserContext, origin: string) {
    this.origins = new Set([origin]);
    // A violated content security policy is logged as an error, too.
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.note(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    context.on('weberror', (error) => this.note(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:|^wss?:/.test(url.protocol) && !this.origins.has(url.origin)) {
        this.troubles.push(`a request left the product: ${request.method()} ${url.href}`);
      }
    });
  }

  /** A log entry that the test provokes: `guard.allow(/status of 401/)`. */
  allow(...entries: RegExp[]) {
    this.allowed.push(...entries);
  }

  /** Another host that the test provides. */
  allowOrigin(origin: string) {
    this.origins.add(origin);
  }

  check() {
    expect(this.troubles, 'what went wrong beside the test').toEqual([]);
  }

  private note(text: string) {
    if (!this.allowed.some((entry) => entry.test(text))) this.troubles.push(text);
  }
}
