import { expect } from '@playwright/test';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Set by `playwright.config.ts`. */
const binary = process.env.BOOSTDESK_BIN!;

/** Configuration keys as in `config.toml`: `{ 'delivery.provider': 'simulated' }`. */
export type Settings = Record<string, string>;

/** What tests want unless they say otherwise: no limits, and failed tokens stay failed. */
const defaults: Settings = {
  'web.bind': '127.0.0.1:0',
  'web.operations_bind': '127.0.0.1:0',
  'delivery.max_replacements': '0',
  'limits.login_per_minute': '0',
  'limits.redeem_per_minute': '0',
  'limits.public_per_minute': '0',
  'limits.session_per_minute': '0',
  'limits.chat_messages_per_minute': '0',
  'limits.connections_per_address': '0',
};

/** One running Boostdesk with a directory of its own, which goes away with it. */
export class App {
  /** `http://127.0.0.1:40123` */
  origin = '';
  /** The owner's, new at every start. */
  accessCode = '';

  private readonly directory = mkdtempSync(join(tmpdir(), 'boostdesk-e2e-'));
  private readonly environment: NodeJS.ProcessEnv;
  private readonly command: 'serve' | 'demo';
  private child: ChildProcess | undefined;

  private constructor(settings: Settings, command: 'serve' | 'demo') {
    const inside = (name: string) => join(this.directory, name);
    this.command = command;
    this.environment = {
      ...toEnvironment({
        ...defaults,
        'database.url': `sqlite://${inside('boostdesk.db')}`,
        'secrets.key_file': inside('secret.key'),
        'chat.upload_dir': inside('uploads'),
        ...settings,
      }),
      PATH: process.env.PATH,
    };
  }

  static async start(settings: Settings = {}, command: 'serve' | 'demo' = 'serve'): Promise<App> {
    const app = new App(settings, command);
    try {
      await app.launch();
    } catch (error) {
      app.dispose();
      throw error;
    }
    return app;
  }

  /** Asks it to stop, as an init system would, and expects it to do so cleanly. */
  async stop() {
    if (this.child) expect(await this.end('SIGTERM'), 'exit code after SIGTERM').toBe(0);
    this.dispose();
  }

  /** Ends it as a crash would; `launch` brings it back with the same data and address. */
  async kill() {
    await this.end('SIGKILL');
  }

  /** Starts the process and waits until it answers. */
  async launch() {
    const child = spawn(binary, [this.command], {
      cwd: this.directory,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    process.once('exit', killAtExit(child));
    let log = '';
    child.stderr!.on('data', (part) => (log += part));
    const exited = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`boostdesk ended with ${code}:\n${log}`)));
    });
    // Nobody awaits this after the start, so a later exit must not become an unhandled rejection.
    exited.catch(() => {});
    await Promise.race([this.readAddress(child), exited]);
    // A later start takes the same address.
    this.environment['BOOSTDESK__WEB__BIND'] = new URL(this.origin).host;
  }

  /** Runs an operator's command beside the running process, and returns its answer. */
  async operate<Answer>(...args: string[]): Promise<Answer> {
    const options = { cwd: this.directory, env: this.environment };
    const { stdout } = await promisify(execFile)(binary, [...args, '--json'], options);
    return JSON.parse(stdout) as Answer;
  }

  /** Writes a file into its directory, and returns the path. */
  write(name: string, text: string): string {
    const path = join(this.directory, name);
    writeFileSync(path, text);
    return path;
  }

  private async readAddress(child: ChildProcess) {
    for await (const line of createInterface({ input: child.stdout! })) {
      const [, name, value = ''] = /^(Access code|Dashboard): (\S+)$/.exec(line) ?? [];
      if (name === 'Access code') this.accessCode = value;
      if (name === 'Dashboard') {
        this.origin = new URL(value).origin;
        return;
      }
    }
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    this.child = undefined;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return exit;
  }

  private dispose() {
    this.child?.kill('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** A test run that is broken off leaves no process behind. */
function killAtExit(child: ChildProcess) {
  const kill = () => void child.kill('SIGKILL');
  child.once('exit', () => process.off('exit', kill));
  return kill;
}

function toEnvironment(settings: Settings): Record<string, string> {
  const name = (key: string) => `BOOSTDESK__${key.replace('.', '__').toUpperCase()}`;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [name(key), value]));
}
