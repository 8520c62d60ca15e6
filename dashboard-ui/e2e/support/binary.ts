import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

/** Where `cargo build` put the binary: cargo itself says so, which knows `CARGO_TARGET_DIR` and its own configuration. */
export function builtBinary(): string {
  const asked = ['metadata', '--no-deps', '--offline', '--format-version=1'];
  const answer = execFileSync('cargo', asked, { cwd: workspace, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const { target_directory: target } = JSON.parse(answer) as { target_directory: string };
  return join(target, 'debug', 'boostdesk');
}
