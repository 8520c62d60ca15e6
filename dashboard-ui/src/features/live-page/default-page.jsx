// Your live stock page. It gets fresh counts every 10 seconds, as `stock`:
//
//   stock.oneMonthNitroTokens      stock.oneMonthServerBoosts
//   stock.threeMonthNitroTokens    stock.threeMonthServerBoosts
//   stock.embedColor               stock.embedFooter     (text or null)
//   stock.storeLink                stock.discordLink     (text or null)
//
// React is here, and so are Tailwind's classes. The page runs in a frame of its own: it can load pictures, and cannot
// call other servers, use cookies or leave this tab. Links open in a new one.

import { useState } from 'react';

export default function LiveStock({ stock }) {
  const colour = readColour(stock.embedColor);

  return (
    <main className="relative flex min-h-dvh flex-col items-center justify-center gap-7 overflow-hidden bg-zinc-50 px-4 py-12 font-sans text-zinc-900 antialiased dark:bg-zinc-950 dark:text-zinc-50">
      <Glow colour={colour} />

      <header className="flex items-center gap-3.5">
        <span
          className="grid size-11 place-items-center rounded-xl border"
          style={{ background: colour + '29', borderColor: colour + '59' }}
        >
          <Icon path="M22 12h-4l-3 8L9 4l-3 8H2" />
        </span>
        <h1 className="text-3xl font-semibold tracking-tight">Live Stock</h1>
      </header>

      <div className="grid w-full max-w-4xl gap-4 md:grid-cols-2">
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

      <nav className="flex w-full max-w-4xl flex-col justify-center gap-3 sm:flex-row">
        {stock.storeLink && <LinkButton href={stock.storeLink} text="Visit Store" colour={colour} />}
        {stock.discordLink && <LinkButton href={stock.discordLink} text="Community" />}
      </nav>

      {stock.embedFooter && (
        <footer className="max-w-2xl text-center text-sm text-zinc-600 dark:text-zinc-400">
          {stock.embedFooter}
        </footer>
      )}
    </main>
  );
}

function StockCard({ title, colour, tokens, boosts }) {
  const [hovered, setHovered] = useState(false);
  const light = `radial-gradient(260px 170px at 0 0, ${colour}${hovered ? '3d' : '1f'}, transparent)`;
  return (
    <section
      className="rounded-2xl border border-zinc-200 bg-white p-6 shadow-sm dark:border-zinc-800 dark:bg-zinc-900"
      style={{ backgroundImage: light }}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
    >
      <h2 className="mb-5 font-semibold">{title}</h2>
      <div className="grid grid-cols-2 divide-x divide-zinc-200 dark:divide-zinc-800">
        <Count label="Premium tokens" value={tokens} />
        <Count label="Server boosts" value={boosts} />
      </div>
    </section>
  );
}

function Count({ label, value }) {
  return (
    <div className="min-w-0 not-first:pl-6">
      <p
        className={
          'text-4xl font-semibold tracking-tighter tabular-nums sm:text-5xl ' +
          (value === 0 ? 'text-zinc-500 dark:text-zinc-400' : '')
        }
      >
        {value.toLocaleString('en')}
      </p>
      <p className="mt-1.5 text-sm text-zinc-600 dark:text-zinc-400">{label}</p>
    </div>
  );
}

function LinkButton({ href, text, colour }) {
  const style = colour && { background: colour, borderColor: colour, color: textOn(colour) };
  return (
    <a
      href={/^https?:/i.test(href) ? href : 'https://' + href}
      className="inline-flex h-11 min-w-42 items-center justify-center rounded-xl border border-zinc-300 bg-white px-5 font-medium transition hover:opacity-85 dark:border-zinc-700 dark:bg-zinc-900"
      style={style}
    >
      {text}
    </a>
  );
}

function Glow({ colour }) {
  const background = `radial-gradient(720px 420px at 50% -60px, ${colour}42, transparent 70%)`;
  return <div className="pointer-events-none absolute inset-0" style={{ background }} />;
}

function Icon({ path }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2">
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

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
