/**
 * Home's template, derived from paintings of Home. Each text and number that it is painted with occurs nowhere else
 * on it.
 */
import type { Schema } from '../api/types';
import { knownActivity } from '../features/home/activity-look';
import { anyOther, type Part } from '../shared/template/fill';
import { hole, marksInOrder, marksText, partsOf, templateOf } from '../shared/template/make';
import type { HomeShown } from './home-shown';
import { paintHome } from './paint-home';

const guildId = '404142434445464748';
const time = '2026-01-02T03:04:05Z';
const threshold = 91_005;

const shop: Schema<'Storefront'> = {
  guildId,
  name: hole('shop'),
  logo: null,
  embedColor: '#ff82be',
  lowStockThreshold: threshold,
  problems: [],
  createdAt: time,
  visitedAt: null,
  discordLink: null,
  storeLink: null,
  embedFooter: null,
  redeemFooter: null,
  logChannelId: '',
  lowStockRoleId: '',
};

const base: HomeShown = {
  isWide: true,
  brand: hole('brand'),
  user: { username: hole('username'), admin: true },
  counts: { totalOrders: 91_001, newOrders: 91_002, boostsL24: 91_003, recentActivity: [] },
  storefronts: [shop],
  stock: [[]],
  waiting: 91_004,
  isWhole: true,
};

/** With a second storefront, lines name their storefront. */
const several: HomeShown = { ...base, storefronts: [shop, { ...shop, guildId: '' }], stock: [[], []] };

const marks = [
  marksText(guildId, 'guildId'),
  marksText('91,001', 'totalOrders'),
  marksText('91,002', 'newOrders'),
  marksText('91,003', 'boosts'),
  marksText('91,004', 'waiting'),
  marksText('91,005', 'count'),
];

const painted = (shown: HomeShown) => marks.reduce((html, mark) => mark(html), paintHome(shown));

function cut(html: string, find: RegExp): string {
  const [found] = find.exec(html) ?? [];
  if (found === undefined) throw new Error(`${find} is nowhere in ${html}`);
  return found;
}

const noneOr = (some: Part[]) => ({ none: [], [anyOther]: some });
const yesOrNo = (some: Part[]) => ({ yes: some, no: [] });

const item = /<li.*?<\/li>/;
const section = (name: string) => new RegExp(`<section aria-label="[^"]*${name}".*?</section>`);

/** A list that repeats one template within fixed surroundings. */
const listOf = (each: string, of: Part[]) => ({
  find: /(?<=<[uo]l [^>]*>)<li.*<\/li>(?=<\/[uo]l>)/,
  parts: (): Part[] => [{ each, of }],
});

const sidebar = (): Part[] => {
  const logo = { ...shop, logo: hole('logo'), name: hole('logoOf') };
  const html = cut(painted({ ...base, storefronts: [logo] }), /<aside.*<\/aside>/);
  const ofAdmins = [
    /<a [^>]*href="\/dashboard\/admin"[^>]*>.*?<\/a>/,
    /<div role="group" [^>]*><div [^>]*><p [^>]*>Product<\/p><\/div>.*?<\/div>/,
  ];
  const short = marksInOrder(/(?<= text-tiny [^>]*>)[^<]+/g, ['initials']);
  return partsOf(short(html), [
    ...ofAdmins.map((find) => ({
      find,
      parts: (found: string): Part[] => [{ choice: 'admin', of: yesOrNo([found]) }],
    })),
    {
      find: /<span title="[^"]*"><img .*?<\/span>/,
      parts: (found) => [{ choice: 'hasLogo', of: yesOrNo(partsOf(found)) }],
    },
    {
      find: /<span class="rounded-full bg-pink .*? to deliver<\/span><\/span>/,
      parts: (found) => [{ choice: 'waits', of: noneOr(partsOf(found)) }],
    },
  ]);
};

const firstShop = (): Part[] => {
  const html = painted({ ...base, storefronts: [], stock: [] });
  return [cut(html, /<section aria-labelledby="first-storefront".*?<\/section>/)];
};

const toDeliver = (waiting: number) => partsOf(cut(painted({ ...base, waiting }), section('To deliver')));

function lowStock(): Part[] {
  const around = (shown: HomeShown, available: number) =>
    cut(
      painted({
        ...shown,
        stock: shown.storefronts.map((_, at) =>
          at === 0 ? [{ stock: hole('stock'), available, reserved: 0, delivered: 1, failed: 0 }] : [],
        ),
      }),
      section('Low stock'),
    );
  const row = (shown: HomeShown, available: number) => cut(around(shown, available), item);
  const left = (available: number) => partsOf(cut(row(base, available), /(?<=: <\/span>).*(?=<\/li>)/));
  return partsOf(around(base, threshold), [
    listOf('low', [
      ...partsOf(cut(row(base, threshold), /<li.*<\/a>/)),
      {
        choice: 'several',
        of: yesOrNo(partsOf(cut(row(several, threshold), /(?<=<\/a>).*(?=: <\/span>)/))),
      },
      ': </span>',
      { choice: 'left', of: { none: left(0), one: left(1), many: left(threshold) } },
      '</li>',
    ]),
  ]);
}

function problems(): Part[] {
  const problem = (channel: string) => ({ channel, message: hole('message') });
  const around = (shown: HomeShown, channel: string) =>
    cut(
      painted({
        ...shown,
        storefronts: shown.storefronts.map((storefront) => ({
          ...storefront,
          problems: [problem(channel)],
        })),
      }),
      section('he bot needs your help'),
    );
  const row = templateOf({
    paint: (channel: string) => cut(around(base, channel), item),
    base: hole('channel'),
    marks: () => [],
    choices: { isDm: { yes: 'DM', no: hole('channel') } },
  });
  return templateOf({
    paint: (shown: HomeShown) => around(shown, 'DM'),
    base,
    marks: () => [],
    choices: { several: { yes: several, no: base } },
    insets: [listOf('lines', row)],
  });
}

const activityBody = /(?<=Latest updates from your dashboard<\/p><\/header>).+(?=<\/section>)/;

function activity(): Part[] {
  type Place = { kind: string; before: number };
  const event = (kind: string): Schema<'ActivityItem'> => ({
    kind,
    time,
    action: hole('action'),
    details: hole('details'),
  });
  const list = (recentActivity: Schema<'ActivityItem'>[]) =>
    cut(painted({ ...base, counts: { ...base.counts, recentActivity } }), activityBody);
  const ofTime =
    /(?<=<time dateTime=")[^"]+|(?<=<time [^>]* title=")[^"]+|(?<=<time [^>]*><span[^>]*>)[^<]+/g;
  const known: Place = { kind: knownActivity[0]!, before: 0 };
  const row = templateOf<Place>({
    paint: ({ kind, before }) => {
      const events = Array.from({ length: before + 1 }, (_, at) => ({ ...event(kind), action: `${at}` }));
      events[before] = event(kind);
      return list(events).match(new RegExp(item, 'g'))![before]!;
    },
    base: known,
    marks: () => [marksInOrder(ofTime, ['time', 'fullTime', 'age'])],
    choices: {
      kind: Object.fromEntries([...knownActivity, anyOther].map((kind) => [kind, { ...known, kind }])),
      place: Object.fromEntries(
        ['first', 'second', 'later'].map((place, before) => [place, { ...known, before }]),
      ),
    },
  });
  const some = partsOf(list([event(known.kind)]), [listOf('activity', row)]);
  return [{ choice: 'isActive', of: { yes: some, no: [list([])] } }];
}

export function homeTemplate(): Part[] {
  return partsOf(painted({ ...base, waiting: 0 }), [
    { find: /<aside.*<\/aside>/, parts: () => [{ choice: 'isWide', of: yesOrNo(sidebar()) }] },
    {
      find: /<section aria-labelledby="orders-per-day".*<\/section>/,
      parts: (found) => [
        { choice: 'hasNoShop', of: yesOrNo(firstShop()) },
        { choice: 'waits', of: { none: [], one: toDeliver(1), many: toDeliver(base.waiting) } },
        { each: 'problems', of: problems() },
        { choice: 'isLow', of: yesOrNo(lowStock()) },
        { choice: 'isWhole', of: yesOrNo(partsOf(found, [{ find: activityBody, parts: activity }])) },
      ],
    },
  ]);
}
