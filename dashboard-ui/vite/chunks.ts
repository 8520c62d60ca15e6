/** What is loaded together is one file: one for the shell and the first screen, one for what screens share, one a screen. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const source = (name: string) => fileURLToPath(new URL(`../src/${name}.tsx`, import.meta.url));
/** What these packages have is used throughout, and the builder's own few lines are. */
const packages =
  /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[^/]+|openapi-fetch)\/|^\0rolldown\/runtime/;
/** But not by the first screen, which only reads, and nothing page by page. */
const ofOtherScreens = /\/@tanstack\/.*\/(infiniteQuery|mutationObserver|useInfiniteQuery|useMutation)[^/]*$/;
const icons = 'lucide-react';

export function groups(): Rolldown.CodeSplittingOptions['groups'] {
  let shell: Set<string> | undefined;

  function isOfShell(id: string, context: Context): boolean {
    shell ??= new Set([
      ...reachedFrom(source('main'), context),
      ...sharedBy(source('features/home/checklist-steps'), context),
    ]);
    if (ofOtherScreens.test(id)) return false;
    return packages.test(id) || shell.has(id) || shell.has(iconOf(id));
  }

  return [
    { name: (id, context) => (isOfShell(id, context) ? 'shell' : null), debugName: 'shell', priority: 2 },
    {
      name: 'parts',
      test: /\/src\/|\/node_modules\/(lucide-react|react-hook-form|@tanstack\/[^/]+)\//,
      minShareCount: 2,
      priority: 1,
    },
  ];
}

/** Of what Home loads late: what other screens have, too. So little is not worth the file in which they have the rest. */
function sharedBy(entry: string, context: Context): Set<string> {
  const reached = reachedFrom(entry, context);
  const isOwn = (id: string) => context.getModuleInfo(id)?.importers.every((other) => reached.has(other));
  return new Set([...reached].filter((id) => id !== entry && !isOwn(id)));
}

/** The sources that this one loads at once, and the icons that those draw. */
function reachedFrom(entry: string, context: Context): Set<string> {
  const reached = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const icon of iconsIn(id)) reached.add(icon);
    const imported = context.getModuleInfo(id)?.importedIds ?? [];
    open.push(...imported.filter((other) => !other.includes('/node_modules/')));
  }
  return reached;
}

/** Every icon is a module, but sources import them all by one. */
function iconsIn(id: string): string[] {
  if (!/\.tsx?$/.test(id)) return [];
  const found = readFileSync(id, 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g);
  const names = [...found].flatMap(([, names]) => names!.split(',').map((name) => name.trim()));
  return names.map((name) => `${icons}/${name.replace(/(?<=.)(?=[A-Z]|(?<!\d)\d)/g, '-').toLowerCase()}`);
}

function iconOf(id: string): string {
  const name = /\/lucide-react\/dist\/esm\/icons\/([^/]+)\.m?js/.exec(id)?.[1];
  return name ? `${icons}/${name}` : id;
}
