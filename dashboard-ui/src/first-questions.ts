/**
 * Inlined into the document, and run before any of its files has arrived: sends the first requests of every screen,
 * or all of Home's. The API client takes the answers from `api/asked-early.ts`, and sends what was not requested
 * here.
 */
import type { AskedEarly, Home } from './api/asked-early';
import { localTime } from './api/local-time';
import type { Schema } from './api/types';
import { inBrowser } from './shared/browser-storage';

const token = inBrowser.get('token');
const line = '/api/dashboard/events';

/** Without a session, or while it is undecided which one to use, nothing is requested. */
if (
  token &&
  /^\/dashboard(\/|$)/.test(location.pathname) &&
  !new URLSearchParams(location.search).has('token')
) {
  const answers: AskedEarly['answers'] = new Map();
  const keep = (address: string, answer: Promise<Response>, end = new AbortController()) => {
    // Prevents an unhandled rejection if nobody takes the answer. Whoever takes it still gets the error.
    answer.catch(() => {});
    answers.set(address, { answer, end });
    return answer;
  };
  const send = (address: string, Accept: string, { signal }: AbortController) =>
    fetch(address, { headers: { Accept, Authorization: token }, signal });
  /** Buffers the whole body, so that it is there at once for whoever takes the answer. */
  const whole = async (answer: Response) => new Response(await answer.arrayBuffer(), answer);
  const ask = (address: string, end = new AbortController()) =>
    keep(address, send(address, 'application/json', end).then(whole), end);
  const openLine = (end = new AbortController()) => keep(line, send(line, 'text/event-stream', end), end);

  /** Reads an answer but leaves its body unread for the call that takes it. */
  async function read<T>(asked: Promise<Response>): Promise<T> {
    const answer = await asked;
    if (!answer.ok) throw answer;
    return answer.clone().json();
  }

  /** Fetches one answer that contains those of many calls. */
  async function readRest() {
    const { utcOffset, timeZone } = localTime();
    const query = `utcOffset=${utcOffset}&timeZone=${encodeURIComponent(timeZone)}`;
    const address = '/api/dashboard/home?' + query;
    const rest = await read<Schema<'HomeAnswers'>>(ask(address));
    answers.delete(address);
    for (const other in rest.answers)
      void keep(other, Promise.resolve(new Response(JSON.stringify(rest.answers[other]))));
    return rest.answers;
  }
  const askForRest = () => (askedEarly.rest ??= readRest());

  /** Reads the first event of the stream, which says where the user helps. */
  async function firstWord() {
    const heard = (await openLine()).clone();
    if (!heard.ok) throw heard;
    const reader = heard.body!.getReader();
    const { value } = await reader.read();
    void reader.cancel();
    const [, word] = /^data: ?(.*)$/m.exec(new TextDecoder().decode(value))!;
    return (JSON.parse(word!) as Schema<'Change'>).helping;
  }

  /** Asks only once the event stream is open, which announces all later changes. */
  async function askForHome(asked: Promise<Response>): Promise<Home> {
    const helping = await firstWord();
    // The page's script is already running: it has taken the stream and sends its own requests.
    if (!answers.has(line)) throw line;
    const [rest, user, counts] = await Promise.all([
      askForRest(),
      read<Home['user']>(asked),
      read<Home['counts']>(ask('/api/dashboard/fetch-dashboard-data')),
    ]);
    askedEarly.isHere = true;
    return { helping, user, counts, rest };
  }

  const askedEarly: AskedEarly = (window.askedEarly = { token, answers, askForRest, isHere: false });
  const user = ask('/api/user/me');
  if (/^\/dashboard\/?$/.test(location.pathname)) {
    askedEarly.home = askForHome(user);
    askedEarly.home.catch(() => {});
  } else void openLine();
}
