// Your live stock page. It draws what the built-in one draws, and gets fresh counts every 10 seconds, as `stock`:
//
//   stock.oneMonthNitroTokens      stock.oneMonthServerBoosts
//   stock.threeMonthNitroTokens    stock.threeMonthServerBoosts
//   stock.embedColor               stock.embedFooter     (text or null)
//   stock.storeLink                stock.discordLink     (text or null)
//
// `shop.name` and `shop.logo` (an address, where there is one) say whose it is, `updatedAt` how old the counts are.
// `underBar` is true where a bar above the page names the shop, which is everywhere but at a domain of your own.
//
// Styles have the seller's colour as `var(--accent)`, what is written on it as `--accent-on`, and two shades of it that
// are seen on dark and on light grounds alike: `--accent-text` for what is read, `--accent-edge` for lines.
//
// React is here, and so are Tailwind's classes and the font Geist. The page runs in a frame of its own: it can load
// pictures, and cannot call other servers, use cookies or leave this tab. Links open in a new one.

import { useEffect, useState } from 'react';

export default function LiveStock({ stock, shop, updatedAt, underBar }) {
  const counts = [
    stock.oneMonthNitroTokens,
    stock.oneMonthServerBoosts,
    stock.threeMonthNitroTokens,
    stock.threeMonthServerBoosts,
  ];
  // All four keep one size: that of the longest.
  const digits = Math.max(...counts.map((count) => formatted(count).length));
  const size = digits > 7 ? sizes.small : digits > 5 ? sizes.medium : sizes.large;

  return (
    <main className="relative isolate flex min-h-dvh flex-col items-center justify-center overflow-hidden bg-(--ground) px-4 py-12 font-[Geist,sans-serif] text-sm text-(--text) antialiased">
      <style>{colours}</style>
      <Ground />
      {shop && !underBar && <Sign shop={shop} />}

      <header className="flex items-center gap-3.5">
        <span className="relative m-1 grid size-10 place-items-center rounded-xl border border-(--accent)/35 bg-(--accent)/16 text-(--accent-text)">
          <Icon paths={icons.activity} size={20} />
          <Ring key={updatedAt} />
        </span>
        <h1 className="text-[26px]/8 font-semibold tracking-tight text-(--accent-text)">Live Stock</h1>
      </header>
      <Updated key={'age of ' + updatedAt} at={updatedAt} />

      <div className="grid w-full max-w-[480px] gap-3 md:max-w-[840px] md:grid-cols-2 md:gap-4">
        <StockCard title="1 Month Stock" size={size} tokens={counts[0]} boosts={counts[1]} />
        <StockCard title="3 Month Stock" size={size} tokens={counts[2]} boosts={counts[3]} />
      </div>

      <nav className="mt-6 flex w-full max-w-[480px] flex-col justify-center gap-2.5 empty:hidden md:flex-row md:gap-3">
        {stock.storeLink && (
          <LinkButton href={stock.storeLink} text="Visit Store" icon={icons.store} primary />
        )}
        {stock.discordLink && (
          <LinkButton
            href={stock.discordLink}
            text="Community"
            icon={icons.community}
            primary={!stock.storeLink}
          />
        )}
      </nav>

      {stock.embedFooter && (
        <footer className="mt-7 max-w-[840px] text-center text-[13px]/[18px] text-balance wrap-anywhere text-(--note)">
          {stock.embedFooter}
        </footer>
      )}
    </main>
  );
}

function Sign({ shop }) {
  return (
    <p className="mb-5 flex max-w-full items-center gap-2.5 text-[15px] font-semibold">
      {shop.logo ? (
        <img src={shop.logo} alt="" className="size-7 shrink-0 rounded-lg object-contain" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-lg border border-(--accent-edge) bg-(--accent) text-sm text-(--accent-on)"
        >
          {initial(shop.name)}
        </span>
      )}
      <span className="min-w-0 wrap-anywhere">{shop.name}</span>
    </p>
  );
}

function Updated({ at }) {
  const [seconds, setSeconds] = useState(() => age(at));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(age(at)), 1000);
    return () => clearInterval(timer);
  }, [at]);
  const ago = seconds < 120 ? seconds + ' s' : Math.floor(seconds / 60) + ' min';
  return (
    <p className="mt-2.5 mb-5 text-[13px]/[18px] text-(--note) tabular-nums">
      {seconds === 0 ? 'Updated just now' : `Updated ${ago} ago`}
    </p>
  );
}

function StockCard({ title, size, tokens, boosts }) {
  const light =
    'radial-gradient(260px 170px at 0 0, color-mix(in srgb, var(--accent) 11%, transparent), transparent)';
  return (
    <section
      className="rounded-2xl border border-(--line) bg-(--card) px-5 pt-[17px] pb-5 md:px-6 md:pt-[22px] md:pb-6"
      style={{ backgroundImage: light, boxShadow: 'var(--shade)' }}
    >
      <h2 className="mb-[17px] text-base font-semibold tracking-tight md:mb-[22px]">{title}</h2>
      <div className="grid grid-cols-2 divide-x divide-(--line)">
        <Count label="Premium tokens" icon={icons.gem} size={size} value={tokens} />
        <Count label="Server boosts" icon={icons.rocket} size={size} value={boosts} />
      </div>
    </section>
  );
}

const sizes = {
  large: 'text-[40px]/[44px] md:text-[56px]/[60px]',
  medium: 'text-[32px]/[44px] md:text-[46px]/[60px]',
  small: 'text-[24px]/[44px] md:text-[28px]/[60px]',
};

function Count({ label, icon, size, value }) {
  return (
    <div className="min-w-0 not-first:pl-5 max-[359px]:not-first:pl-3 md:not-first:pl-6">
      <p
        className={`font-semibold tracking-[-0.04em] tabular-nums ${size} ${value === 0 ? 'text-(--note)' : ''}`}
      >
        {formatted(value)}
      </p>
      <p className="mt-1 flex items-center gap-[7px] whitespace-nowrap text-(--label) max-[359px]:gap-[5px] max-[359px]:text-[13px] md:mt-1.5">
        <span className="text-(--accent-text)">
          <Icon paths={icon} size={16} />
        </span>
        {label}
      </p>
    </div>
  );
}

function LinkButton({ href, text, icon, primary }) {
  const look = primary
    ? 'border-(--accent-edge) bg-(--accent) font-semibold text-(--accent-on) hover:bg-(--accent-hover)'
    : 'border-(--button-edge) bg-(--button) font-medium hover:bg-(--button-hover)';
  return (
    <a
      href={/^https?:/i.test(href) ? href : 'https://' + href}
      className={`inline-flex h-11 min-w-42 items-center justify-center gap-[9px] rounded-[10px] border px-5 text-[15px] transition-colors ${look}`}
    >
      <Icon paths={icon} size={16} />
      {text}
    </a>
  );
}

// The seller's light from above, on a pattern that fades away.
function Ground() {
  const light = 'color-mix(in srgb, var(--accent) var(--glow), transparent)';
  const glow = `radial-gradient(720px 420px at 50% -60px, ${light}, transparent 70%)`;
  const fade = 'radial-gradient(ellipse 560px 440px at 50% 40px, #000 25%, transparent)';
  return (
    <div aria-hidden="true" className="absolute inset-0 -z-10" style={{ background: glow }}>
      <svg className="size-full" style={{ mask: fade }}>
        <pattern id="chevrons" x="-22" width="44" height="36" patternUnits="userSpaceOnUse">
          <path
            d="m8 22 14-13 14 13"
            fill="none"
            stroke="currentColor"
            strokeOpacity="0.05"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </pattern>
        <svg x="50%" overflow="visible">
          <rect x="-50%" width="100%" height="100%" fill="url(#chevrons)" />
        </svg>
      </svg>
    </div>
  );
}

// Fills in the ten seconds until the next counts: behind a mask that leaves the edge, one half after the other turns into
// sight. Turning is all that moves, which costs a phone next to nothing.
function Ring() {
  const all = 'linear-gradient(#000 0 0)';
  const mask = `${all} border-box exclude, ${all} padding-box`;
  return (
    <span
      aria-hidden="true"
      className="absolute -inset-[5px] rounded-2xl border-2 border-transparent motion-reduce:hidden"
      style={{ background: 'color-mix(in srgb, var(--accent-edge) 20%, transparent) border-box', mask }}
    >
      <style>
        {'@keyframes turn { from { transform: rotate(-180deg); } to { transform: rotate(0deg); } }'}
      </style>
      <Half window="inset(0 0 0 50%)" side="right" after="0s" />
      <Half window="inset(0 50% 0 0)" side="left" after="5s" />
    </span>
  );
}

// Before its turn there is nothing of it: a hair of its edge would be in sight.
function Half({ window, side, after }) {
  const background = `linear-gradient(to ${side}, transparent 50%, var(--accent-edge) 50%)`;
  return (
    <span className="absolute -inset-0.5 overflow-hidden" style={{ clipPath: window }}>
      <span
        className="absolute -inset-1/4"
        style={{ background, transform: 'scale(0)', animation: `turn 5s ${after} linear forwards` }}
      />
    </span>
  );
}

function Icon({ paths, size }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

const icons = {
  activity: [
    'M22 12h-2.5a2 2 0 0 0-1.9 1.5l-2.4 8.3a.25.25 0 0 1-.5 0L9.2 2.2a.25.25 0 0 0-.5 0l-2.3 8.3A2 2 0 0 1 4.5 12H2',
  ],
  gem: [
    'M10.5 3 8 9l4 13 4-13-2.5-6',
    'M17 3a2 2 0 0 1 1.6.8l3 4a2 2 0 0 1 0 2.4l-8 11a2 2 0 0 1-3.2 0l-8-11a2 2 0 0 1 0-2.4l3-4A2 2 0 0 1 7 3z',
    'M2 9h20',
  ],
  rocket: [
    'M12 15v5s3-.6 4-2c1-1.6 0-5 0-5',
    'M4.5 16.5c-1.5 1.3-2 5-2 5s3.7-.5 5-2c.7-.8.7-2.1-.1-2.9a2.2 2.2 0 0 0-2.9-.1',
    'M9 12a22 22 0 0 1 2-4A13 13 0 0 1 22 2c0 2.7-.8 7.5-6 11a22 22 0 0 1-4 2z',
    'M9 12H4s.6-3 2-4c1.6-1 5 0 5 0',
  ],
  store: [
    'M15 21v-5a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v5',
    'M17.8 10.3a1.1 1.1 0 0 0-1.6 0 2.5 2.5 0 0 1-3.4 0 1.1 1.1 0 0 0-1.6 0 2.5 2.5 0 0 1-3.4 0 1.1 1.1 0 0 0-1.6 0A2.5 2.5 0 0 1 2.4 7l2.9-4.1A2 2 0 0 1 7 2h10a2 2 0 0 1 1.7.9L21.5 7a2.5 2.5 0 0 1-3.7 3.3',
    'M4 11v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8',
  ],
  community: ['M3 16.3a2 2 0 0 1 .1 1.2L2 20.8A1 1 0 0 0 3.3 22l3.4-1a2 2 0 0 1 1.1.1 10 10 0 1 0-4.8-4.8'],
};

const colours = `
  :root {
    --ground: #fbf8fa;
    --glow: 20%;
    --card: #ffffff;
    --line: #e6e1e5;
    --shade: 0 1px 2px #1b131a0f;
    --button: #ffffff;
    --button-hover: #efe9ee;
    --button-edge: #d2cbd1;
    --text: #1b131a;
    --label: #594f58;
    --note: #70656e;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #0e0a0d;
      --glow: 26%;
      --card: #161115;
      --line: #2e282d;
      --shade: 0 1px 2px #0006, inset 0 1px 0 #ffffff0a;
      --button: #1f191e;
      --button-hover: #292228;
      --button-edge: #423a41;
      --text: #f6f2f5;
      --label: #b8b0b7;
      --note: #9a9098;
    }
  }
`;

// The first letter or digit of a name. A name without any may begin with an emoji, of two UTF-16 units.
function initial(name) {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [...name.trim()];
  return letter.toUpperCase();
}

function formatted(count) {
  return count.toLocaleString('en');
}

function age(at) {
  return Math.max(0, Math.round((Date.now() - at) / 1000));
}
