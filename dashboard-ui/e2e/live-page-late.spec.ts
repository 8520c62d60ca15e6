import type { Locator } from '@playwright/test';
import { button } from './support/controls';
import { editor, hello, path, preview, problem, save, shown, write } from './support/live-page';
import { guild } from './support/shop';
import { expect, test } from './support/test';

test.use({ signedInAs: 'owner' });

/** Collects the texts that an element has from now on. */
const textsOf = (element: Locator) =>
  element.evaluateHandle((it) => {
    const texts: string[] = [];
    const note = () => texts.push(it.textContent!);
    new MutationObserver(note).observe(it, { childList: true, subtree: true, characterData: true });
    return texts;
  });

test('the preview keeps a page that throws after it was drawn, and shows the error', async ({
  page,
  guard,
}) => {
  guard.allow(/later|nowhere\.invalid|connect-src/);
  await page.goto(path);
  await button(page, 'Show Preview').click();
  await write(
    page,
    'export default () => (\n  <button onClick={() => {\n    throw new Error("later");\n  }}>Press</button>\n);',
  );
  await shown(page).getByRole('button', { name: 'Press' }).click();
  const line = preview(page).getByRole('status');
  await expect(line).toHaveText('Line 3: later');
  await expect(problem(page)).toHaveCount(0);
  await expect(shown(page).getByRole('button', { name: 'Press' })).toBeVisible();
  await line.getByRole('button', { name: 'Line 3' }).click();
  await expect(editor(page).locator('.cm-activeLine')).toContainText('throw');

  await write(
    page,
    'export default function LiveStock() {\n  React.useEffect(() => void fetch("https://nowhere.invalid/").catch(() => { throw new Error("later <b>" + "x".repeat(9000)); }), []);\n  return <h1>Mine</h1>;\n}',
  );
  await expect(shown(page).getByRole('heading', { name: 'Mine' })).toBeVisible();
  await expect(line).toContainText('later <b>xxx');
  expect((await line.textContent())!.length).toBeLessThan(520);
  await write(page, hello('Mended'));
  await expect(line).toBeEmpty();
});

test('the preview says when a page has not drawn yet, has not drawn at all, or is empty', async ({
  page,
}) => {
  await page.goto(path);
  await button(page, 'Show Preview').click();
  await expect(shown(page).getByText('128')).toBeVisible();
  const line = preview(page).getByRole('status');
  const texts = await textsOf(line);
  await write(page, 'const never = new Promise(() => {});\nexport default () => { throw never; };');
  await expect(problem(page)).toHaveText('The page has not drawn anything in 6 seconds.');
  await expect(line).toBeEmpty();
  expect(await texts.jsonValue()).toContain('This page has not drawn anything yet.');
  await write(page, 'export default () => null;');
  await expect(problem(page)).toHaveCount(0);
  await expect(line).toHaveText('The page has shown nothing for 3 seconds.');
  await write(page, hello('Mended'));
  await expect(line).toBeEmpty();
});

test('the preview of an empty page shows its thrown errors, not that it is empty', async ({
  page,
  guard,
}) => {
  guard.allow(/prices/);
  await page.goto(path);
  await button(page, 'Show Preview').click();
  await expect(shown(page).getByText('128')).toBeVisible();
  const line = preview(page).getByRole('status');
  const said = await textsOf(line);
  await write(
    page,
    `export default function LiveStock() {
  React.useEffect(() => {
    setTimeout(() => { throw new Error('still no prices'); }, 4000);
    throwLater('no prices');
  }, []);
  return null;
}

const throwLater = (why) => Promise.reject(new Error(why));`,
  );
  await expect(line).toHaveText('Line 3: still no prices');
  const texts = await said.jsonValue();
  expect(texts).toContain('Line 9: no prices');
  expect(texts.filter((text) => text.includes('nothing'))).toEqual([]);
});

test('the preview in a hidden tab does not say that customers see the built-in page', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/has not drawn anything/);
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await shop.storefront();
  await save(shop, 'const never = new Promise(() => {});\nexport default () => { throw never; };');
  await page.goto(path);
  await button(page, 'Show Preview').click();
  await expect(problem(page)).toHaveText('The page has not drawn anything in 6 seconds.');
  await expect(preview(page).getByText('customers see the built-in page')).toHaveCount(0);
});

test('the editor says customers see the built-in page when saved code draws nothing in time', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/has not drawn anything/);
  await shop.storefront();
  await save(shop, 'const never = new Promise(() => {});\nexport default () => { throw never; };');
  await page.goto(path);
  await expect(page.getByRole('status').filter({ hasText: 'Customers see' })).toContainText(
    'what is saved fails. The page has not drawn anything in 6 seconds.',
  );
  await page.goto(`/${guild}/live-stock`);
  await expect(page.getByRole('heading', { name: '1 Month Stock' })).toBeVisible();
});
