/** Bundles by what loads together: the shell with the first screen, the parts that several screens share, and each screen. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const source = (name: string) => fileURLToPath(new URL(`../src/${name}.tsx`, import.meta.url));
/** Used by every screen: these packages, and the bundler's own runtime. */
const packages =
  /\/node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/[^/]+|openapi-fetch)\/|^\0rolldown\/runtime/;
/** Parts of them that the first screen does not use: it has neither mutations nor infinite queries. */
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

/** What Home's late part shares with other screens. It is little, so it goes into the shell: Home need not load `parts` for it. */
function sharedBy(entry: string, context: Context): Set<string> {
  const reached = reachedFrom(entry, context);
  const isOwn = (id: string) => context.getModuleInfo(id)?.importers.every((other) => reached.has(other));
  return new Set([...reached].filter((id) => id !== entry && !isOwn(id)));
}

/** The sources that `entry` imports statically, and the icons that those import. */
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

/** The icons that a source imports. Each is a module of its own, but sources import them from the package's index. */
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
