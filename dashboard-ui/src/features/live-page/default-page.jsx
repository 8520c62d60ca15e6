// Your live stock page. It draws what the built-in one draws, and gets fresh counts every 10 seconds, as `stock`:
//
//   stock.oneMonthNitroTokens      stock.oneMonthServerBoosts
//   stock.threeMonthNitroTokens    stock.threeMonthServerBoosts
//   stock.embedColor               stock.embedFooter     (text or null)
//   stock.storeLink                stock.discordLink     (text or null)
//
// `shop.name` and `shop.logo` (an address, where there is one) say whose it is, `updatedAt` how old the counts are.
//
// React is here, and so are Tailwind's classes. The page runs in a frame of its own: it can load pictures, and cannot
// call other servers, use cookies or leave this tab. Links open in a new one.

import { useEffect, useState } from 'react';

export default function LiveStock({ stock, shop, updatedAt }) {
  const colour = readColour(stock.embedColor);

  return (
    <main className="relative flex min-h-dvh flex-col items-center justify-center overflow-hidden bg-zinc-50 px-4 py-12 font-sans text-zinc-900 antialiased dark:bg-zinc-950 dark:text-zinc-50">
      <Glow colour={colour} />
      {shop && <Sign shop={shop} colour={colour} />}

      <header className="flex items-center gap-3.5">
        <span
          className="relative grid size-11 place-items-center rounded-xl"
          style={{ background: colour + '29' }}
        >
          <Icon paths={icons.activity} size={22} />
          <Ring key={updatedAt} colour={colour} />
        </span>
        <h1 className="text-3xl font-semibold tracking-tight">Live Stock</h1>
      </header>
      <Updated key={'age of ' + updatedAt} at={updatedAt} />

      <div className="grid w-full max-w-[840px] gap-3 md:grid-cols-2 md:gap-4">
        <StockCard
          title="1 Month Stock"
          colour={colour}
          tokens={stock.oneMonthNitroTokens}
          boosts={stock.oneMonthServerBoosts}
        />
        <StockCard
          title="3 Month Stock"
          colour={colour}
          tokens={stock.threeMonthNitroTokens}
          boosts={stock.threeMonthServerBoosts}
        />
      </div>

      <nav className="mt-6 flex w-full max-w-[840px] flex-col justify-center gap-3 empty:hidden sm:flex-row">
        {stock.storeLink && (
          <LinkButton href={stock.storeLink} text="Visit Store" icon={icons.store} colour={colour} />
        )}
        {stock.discordLink && (
          <LinkButton
            href={stock.discordLink}
            text="Community"
            icon={icons.community}
            colour={stock.storeLink ? null : colour}
          />
        )}
      </nav>

      {stock.embedFooter && (
        <footer className="mt-7 max-w-2xl text-center text-sm text-zinc-600 dark:text-zinc-400">
          {stock.embedFooter}
        </footer>
      )}
    </main>
  );
}

function Sign({ shop, colour }) {
  return (
    <p className="mb-5 flex max-w-full items-center gap-2.5 font-semibold">
      {shop.logo ? (
        <img src={shop.logo} alt="" className="size-7 shrink-0 rounded-lg object-contain" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-lg text-sm"
          style={{ background: colour, color: textOn(colour) }}
        >
          {shop.name.trim().charAt(0).toUpperCase()}
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
    <p className="mt-2.5 mb-5 text-[13px] text-zinc-600 tabular-nums dark:text-zinc-400">
      {seconds === 0 ? 'Updated just now' : `Updated ${ago} ago`}
    </p>
  );
}

function StockCard({ title, colour, tokens, boosts }) {
  const light = `radial-gradient(260px 170px at 0 0, ${colour}1f, transparent)`;
  return (
    <section
      className="rounded-2xl border border-zinc-200 bg-white p-5 shadow-sm sm:p-6 dark:border-zinc-800 dark:bg-zinc-900"
      style={{ backgroundImage: light }}
    >
      <h2 className="mb-5 font-semibold">{title}</h2>
      <div className="grid grid-cols-2 divide-x divide-zinc-200 dark:divide-zinc-800">
        <Count label="Premium tokens" icon={icons.gem} value={tokens} />
        <Count label="Server boosts" icon={icons.rocket} value={boosts} />
      </div>
    </section>
  );
}

function Count({ label, icon, value }) {
  const text = value.toLocaleString('en');
  const size =
    text.length > 7 ? 'text-2xl' : text.length > 5 ? 'text-3xl sm:text-4xl' : 'text-4xl sm:text-6xl';
  return (
    <div className="min-w-0 not-first:pl-5 sm:not-first:pl-6">
      <p
        className={`font-semibold tracking-tighter tabular-nums ${size} ${value === 0 ? 'text-zinc-500 dark:text-zinc-400' : ''}`}
      >
        {text}
      </p>
      <p className="mt-1.5 flex items-center gap-1.5 text-sm whitespace-nowrap text-zinc-600 dark:text-zinc-400">
        <Icon paths={icon} size={16} />
        {label}
      </p>
    </div>
  );
}

function LinkButton({ href, text, icon, colour }) {
  const style = colour ? { background: colour, borderColor: colour, color: textOn(colour) } : undefined;
  return (
    <a
      href={/^https?:/i.test(href) ? href : 'https://' + href}
      className="inline-flex h-11 min-w-42 items-center justify-center gap-2 rounded-xl border border-zinc-300 bg-white px-5 font-medium transition hover:opacity-85 dark:border-zinc-700 dark:bg-zinc-900"
      style={style}
    >
      <Icon paths={icon} size={18} />
      {text}
    </a>
  );
}

function Glow({ colour }) {
  const background = `radial-gradient(720px 420px at 50% -60px, ${colour}42, transparent 70%)`;
  return <div className="pointer-events-none absolute inset-0" style={{ background }} />;
}

// Fills in the ten seconds until the next counts: behind a mask that leaves the edge, one half after the other turns into
// sight. Turning is all that moves, which costs a phone next to nothing.
function Ring({ colour }) {
  const all = 'linear-gradient(#000 0 0)';
  const mask = `${all} border-box exclude, ${all} padding-box`;
  return (
    <span
      aria-hidden="true"
      className="absolute -inset-1 rounded-2xl border-2 border-transparent motion-reduce:hidden"
      style={{ background: colour + '33', mask }}
    >
      <style>{'@keyframes turn { from { transform: rotate(-180deg); } }'}</style>
      <Half window="inset(0 0 0 50%)" side="right" after="0s" colour={colour} />
      <Half window="inset(0 50% 0 0)" side="left" after="5s" colour={colour} />
    </span>
  );
}

function Half({ window, side, after, colour }) {
  const background = `linear-gradient(to ${side}, transparent 50%, ${colour} 50%)`;
  return (
    <span className="absolute -inset-0.5 overflow-hidden" style={{ clipPath: window }}>
      <span
        className="absolute -inset-1/4"
        style={{ background, animation: `turn 5s ${after} linear both` }}
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
  activity: ['M22 12h-4l-3 8L9 4l-3 8H2'],
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
    'M3 9l2-6h14l2 6',
    'M4 11v8a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8',
    'M3 9a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0',
    'M10 21v-5h4v5',
  ],
  community: ['M3 16.3a2 2 0 0 1 .1 1.2L2 20.8A1 1 0 0 0 3.3 22l3.4-1a2 2 0 0 1 1.1.1 10 10 0 1 0-4.8-4.8'],
};

// "#abc", "abc" and "aabbcc" are all written "#aabbcc".
function readColour(text) {
  const digits = text.replace('#', '');
  if (/^[\da-f]{3}$/i.test(digits)) return '#' + [...digits].map((digit) => digit + digit).join('');
  return /^[\da-f]{6}$/i.test(digits) ? '#' + digits : '#ff82be';
}

function textOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 > 130 ? '#18181b' : '#ffffff';
}

function age(at) {
  return Math.max(0, Math.round((Date.now() - at) / 1000));
}
