import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';
import { keepFocus } from './keep-focus';
import { useModal } from './modal';

beforeAll(() => keepFocus(null));

/** A list whose rows can be marked, and removed after a question. */
function Domains() {
  const [left, setLeft] = useState(['a.org', 'b.org', 'c.org']);
  const [marked, setMarked] = useState<string[]>([]);
  const [asking, setAsking] = useState<string>();
  return (
    <main>
      <div>
        <h1>Domains</h1>
        <button disabled={marked.length > 0} onClick={() => setMarked(left)}>
          Mark all
        </button>
        <ul>
          {left.map((domain) => (
            <li key={domain}>
              <h2>{domain}</h2>
              {!marked.includes(domain) && (
                <button aria-label={`Mark ${domain}`} onClick={() => setMarked([domain])} />
              )}
              <button aria-label={`Remove ${domain}`} onClick={() => setAsking(domain)} />
            </li>
          ))}
        </ul>
        {asking && (
          <ConfirmDialog
            title="Remove?"
            text=""
            confirmLabel="Yes"
            onConfirm={async () => setLeft(left.filter((domain) => domain !== asking))}
            onClosed={() => setAsking(undefined)}
          />
        )}
      </div>
    </main>
  );
}

async function press(name: string) {
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
}

async function remove(domain: string) {
  await press(`Remove ${domain}`);
  await press('Yes');
}

const hasFocus = (role: 'button' | 'heading', name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })));

it('focus moves from a removed row to the next row, else the previous, else the heading', async () => {
  render(<Domains />);
  await remove('b.org');
  await hasFocus('button', 'Remove c.org');
  await remove('c.org');
  await hasFocus('button', 'Remove a.org');
  await remove('a.org');
  await hasFocus('heading', 'Domains');
});

it("focus moves from a removed button to its row's heading", async () => {
  render(<Domains />);
  await press('Mark b.org');
  await hasFocus('heading', 'b.org');
});

it('focus moves from a disabled button to the heading', async () => {
  render(<Domains />);
  await press('Mark all');
  await hasFocus('heading', 'Domains');
});

function Order() {
  const modal = useModal(() => {});
  const [saved, setSaved] = useState(false);
  const save = <Button onClick={() => setSaved(true)}>Save</Button>;
  return (
    <Dialog modal={modal} title="A1" footer={!saved && save}>
      {null}
    </Dialog>
  );
}

it("focus moves from a removed button in a dialog to the dialog's heading", async () => {
  render(<Order />);
  await press('Save');
  await hasFocus('heading', 'A1');
});

/** A dialog whose work ends in another one that takes its place at once. */
function Export() {
  const [step, setStep] = useState<'ask' | 'show'>();
  return (
    <main>
      <h1>Stock</h1>
      <button onClick={() => setStep('ask')}>Export</button>
      {step === 'ask' && <Step title="How many?" button="Take" onPress={() => setStep('show')} />}
      {step === 'show' && <Step title="Taken" button="Done" onPress={() => setStep(undefined)} />}
    </main>
  );
}

function Step({ title, button, onPress }: { title: string; button: string; onPress: () => void }) {
  const modal = useModal(() => {});
  return (
    <Dialog modal={modal} title={title} footer={<button onClick={onPress}>{button}</button>}>
      {null}
    </Dialog>
  );
}

it('focus returns to the opener of a dialog that another one replaced', async () => {
  render(<Export />);
  await press('Export');
  await press('Take');
  await press('Done');
  await hasFocus('button', 'Export');
});

function Screen({ title, button }: { title: string; button?: string }) {
  return (
    <main>
      <div key={title}>
        <h1>{title}</h1>
        {button && <button>{button}</button>}
      </div>
    </main>
  );
}

/** Resolves at the next change of the page. `keepFocus` has observed it for longer, so it has seen the change by then. */
const changed = () =>
  new Promise((resolve) =>
    new MutationObserver(resolve).observe(document.body, { subtree: true, childList: true }),
  );

it('focus is not moved when another screen is shown', async () => {
  const { rerender } = render(<Screen title="Keys" button="Create" />);
  screen.getByRole('button').focus();
  const seen = changed();
  rerender(<Screen title="Orders" />);
  await seen;
  expect(document.activeElement).toBe(document.body);
});

it('focus is not moved from a removed button that had already lost it', async () => {
  const { rerender } = render(<Screen title="Keys" button="Create" />);
  screen.getByRole('button').focus();
  screen.getByRole('button').blur();
  await Promise.resolve();
  const seen = changed();
  rerender(<Screen title="Keys" />);
  await seen;
  expect(document.activeElement).toBe(document.body);
});
