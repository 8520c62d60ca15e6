/** The templates of all customers' pages, by name. */
import { formatNumber } from '../../shared/format/number';
import type { Bootstrap } from '../place';
import type { Part } from '../../shared/template/fill';
import type { Front, LiveStock, OrderStatus } from '../types';
import { paint } from './paint';
import * as shown from './shown';
import {
  hole,
  type Inset,
  type Marker,
  marksInOrder,
  marksText,
  partsOf,
  templateOf,
} from '../../shared/template/make';

const initial = marksInOrder(/(?<=class="(?:shop|front)-initial">)[^<]+/g, ['initial']);
const links: Marker[] = [
  marksText(shown.store, 'storeLink'),
  marksText(shown.community, 'discordLink'),
  marksText(shown.invite, 'invite'),
  marksText(shown.guildId, 'guildId'),
];

/** Shops without a logo have an initial instead. */
const sign: Marker = (html) => (html.includes('-initial">') ? initial(html) : html);
const figure: Marker = marksInOrder(/(?<=data-zero="(?:true|false)">)[\d,]+/g, [...shown.figures]);

const redeem = () => ({
  paint,
  base: shown.ofRedeem,
  marks: () => [sign],
  choices: { ...signs(shown.ofRedeem), footer: footers(shown.ofRedeem, 'footerText') },
});

const liveStock = () => ({
  paint,
  base: shown.ofLiveStock,
  marks: () => [sign, figure, ...links],
  choices: {
    ...signs(shown.ofLiveStock),
    ...figures((stock) => ({ ...shown.ofLiveStock, data: stock }), ['large', 'medium', 'small']),
    links: linkChoices(shown.stock, (data) => ({ ...shown.ofLiveStock, data })),
    footer: footers(shown.ofLiveStock, 'embedFooter'),
  },
});

const livePage = () => {
  const base = { ...shown.ofLiveStock, livePage: true };
  return { paint, base, marks: () => [sign], choices: signs(base) };
};

/** The sentence depends on how many tokens succeeded and failed; the words are in `progress.ts`. */
const sentences = {
  untried: { state: 'delivering', successfulTokens: 0, failedTokens: 0 },
  onTheWay: { state: 'delivering', failedTokens: 0 },
  moreOnTheWay: { state: 'delivering' },
  retried: { state: 'delivering', failedTokens: 1902 },
  allTried: { state: 'delivering', successfulTokens: 1005 },
  completed: { state: 'done', successfulTokens: 1005 },
  partial: { state: 'done' },
  failed: { state: 'done', successfulTokens: 0 },
} satisfies Record<string, Partial<OrderStatus>>;

const orderStatus = () => {
  const of = (change: Partial<OrderStatus>): Bootstrap => ({
    ...shown.ofOrder,
    data: { ...shown.order, ...change },
  });
  const sentence = Object.entries(sentences).map(([name, change]) => [name, of(change)]);
  return {
    paint,
    base: shown.ofOrder,
    marks: ({ data }: Bootstrap) => [sign, ...orderMarks(data as OrderStatus), ...links],
    insets: [
      cell('successful', (count) => of({ successfulTokens: count })),
      cell('failed', (count) => of({ failedTokens: count })),
    ],
    choices: {
      ...signs(shown.ofOrder),
      sentence: Object.fromEntries(sentence) as Record<string, Bootstrap>,
      stock: {
        'OneMonthTokens.txt': shown.ofOrder,
        'ThreeMonthTokens.txt': of({ stock: 'ThreeMonthTokens.txt' }),
      },
      links: linkChoices({ ...shown.order }, (data) => ({ ...shown.ofOrder, data })),
      footer: footers(shown.ofOrder, 'embedFooter'),
    },
  };
};

function orderMarks({ amount, successfulTokens }: OrderStatus): Marker[] {
  const delivered = Math.min(amount, 2 * successfulTokens);
  const inSentence: Record<string, string> = {
    [formatNumber(amount - delivered)]: 'left',
    [formatNumber(delivered)]: 'delivered',
    [formatNumber(amount)]: 'amount',
  };
  return [
    (html) =>
      html.replace(/(?<=class="order-sentence">)[^<]+/, (text) =>
        text.replace(/\d[\d,]*/g, (figure) => hole(inSentence[figure] ?? '')),
      ),
    marksInOrder(/(?<= aria-value(?:max|now)=")\d+/g, ['total', 'settled']),
    (html) =>
      html.replace(
        /(?<=aria-valuetext=")[^"]+/,
        `${hole('successfulPlain')} successful and ${hole('failedPlain')} failed of ${hole('total')} tokens`,
      ),
    marksInOrder(/(?<=data-unit="boosts">)[\d,]+/g, ['amount']),
    marksInOrder(cells, ['successful', 'failed']),
  ];
}

const cells = /<dd[^>]* data-unit="tokens?"[^>]*>[\d,]+<\/dd>/g;

/** The number of tokens looks different for none, one and many. */
function cell(name: 'successful' | 'failed', of: (count: number) => Bootstrap): Inset {
  const at = name === 'successful' ? 0 : 1;
  const looks = (count: number) => {
    const [found = ''] = paint(of(count)).match(cells)?.slice(at) ?? [];
    return partsOf(found.replace(/(?<=>)[\d,]+/, hole(`${name}Count`)));
  };
  const one: Part = { choice: name, of: { none: looks(0), one: looks(1), many: looks(99) } };
  return { find: new RegExp(hole(name)), parts: () => [one] };
}

const front = () => {
  const of = (change: Partial<Front>): Bootstrap => ({
    ...shown.ofFront,
    data: { ...shown.front, ...change },
  });
  const withStock = (stock: LiveStock) => of({ stock });
  const footer = (embedFooter: string | null, footerText: string | null) =>
    of({ footerText, stock: { ...shown.stock, embedFooter } });
  return {
    paint,
    base: shown.ofFront,
    marks: () => [sign, figure, ...links, marksText(shown.otherGuildId, 'otherGuildId')],
    insets: [storefronts],
    choices: {
      sign: { logo: shown.ofFront, initial: { ...shown.ofFront, data: { ...shown.front, logo: undefined } } },
      ...figures(withStock, ['large', 'small']),
      links: linkChoices(shown.stock, withStock),
      several: { several: shown.ofFront, one: of({ storefronts: shown.front.storefronts.slice(0, 1) }) },
      footer: {
        both: shown.ofFront,
        first: footer(shown.stock.embedFooter, null),
        second: footer(null, shown.front.footerText),
        none: footer(null, null),
      },
    },
  };
};

/** The first of the two is the current one. */
const storefronts: Inset = {
  find: /(?<=<nav[^>]* class="front-storefronts">).*?(?=<\/nav>)/,
  parts: (found) => {
    const anchors = found.split(/(?<=<\/a>)/).map((link) => link.replace(/(?<=href=")[^"]+/, hole('href')));
    const [here, elsewhere] = anchors.map((link) => partsOf(link));
    return [{ each: 'storefronts', of: [{ choice: 'link', of: { here: here!, elsewhere: elsewhere! } }] }];
  },
};

function signs(base: Bootstrap) {
  return { sign: { logo: base, initial: { ...base, shop: shown.withInitial } } };
}

function footers(base: Bootstrap, field: string): Record<string, Bootstrap> {
  return {
    some: base,
    none: { ...base, data: { ...base.data, [field]: null } as Bootstrap['data'] & object },
  };
}

/** Each of the four counts may be zero, and the longest one determines the size of all. */
function figures(of: (stock: LiveStock) => Bootstrap, sizes: ('large' | 'medium' | 'small')[]) {
  const zeros = shown.figures.map((name) => [
    `${name}Is`,
    { some: of(shown.stock), zero: of({ ...shown.stock, [name]: 0 }) },
  ]);
  const longest = { large: 9, medium: 91_009, small: 9_100_900 };
  const all = (count: number) => Object.fromEntries(shown.figures.map((name) => [name, count]));
  const base = sizes.includes('medium') ? 'medium' : 'large';
  const bySize = sizes.map((size) => [
    size,
    of(size === base ? shown.stock : { ...shown.stock, ...all(longest[size]) }),
  ]);
  return { ...Object.fromEntries(zeros), figures: Object.fromEntries(bySize) } as Record<
    string,
    Record<string, Bootstrap>
  >;
}

type Links = { invite?: string | null; storeLink: string | null; discordLink: string | null };

/** Which links there are decides how each of them looks. */
function linkChoices<Data extends Links>(
  all: Data,
  of: (data: Data) => Bootstrap,
): Record<string, Bootstrap> {
  const fields = (['invite', 'storeLink', 'discordLink'] as const).filter((field) => field in all);
  const ways = [...Array(2 ** fields.length).keys()].map((bits) => {
    const missing = fields.filter((_, at) => !(bits & (1 << at)));
    const name = fields.filter((field) => !missing.includes(field)).join(' ') || 'none';
    return [name, of({ ...all, ...Object.fromEntries(missing.map((field) => [field, null])) })];
  });
  return Object.fromEntries(ways) as Record<string, Bootstrap>;
}

/**
 * Pages that could not be loaded; the text depends on the status. `0` stands for every status without a text of its
 * own.
 */
function refusals(): [string, Part[]][] {
  const pages = ['order-status', 'live-stock', 'redeem', 'front'] as const;
  return pages.flatMap((page) =>
    [404, 410, 0].map((status): [string, Part[]] => {
      const why = { status: status || 500, requestId: hole('requestId') };
      const bootstrap: Bootstrap = { page, guildId: shown.guildId, orderId: 'X', ...why };
      return [`${page} ${status}`, partsOf(paint(bootstrap))];
    }),
  );
}

export function templates(): Record<string, Part[]> {
  return {
    redeem: templateOf(redeem()),
    'live-stock': templateOf(liveStock()),
    'live-page': templateOf(livePage()),
    'order-status': templateOf(orderStatus()),
    front: templateOf(front()),
    'not-found': [paint({ page: 'not-found' })],
    ...Object.fromEntries(refusals()),
  };
}
