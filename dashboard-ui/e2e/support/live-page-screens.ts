import { expect, type Page } from '@playwright/test';
import { path, preview, problem, shown, write } from './live-page';
import { newSeller, press, type Screen } from './screen';

/** Writes `code` beside its preview. */
async function tried(page: Page, code: string) {
  await page.goto(path);
  await press(page, 'Show Preview');
  await expect(shown(page).getByText('128')).toBeVisible();
  await write(page, code);
}

/** What the editor says of a page. */
export const livePageScreens: Screen[] = [
  newSeller(
    'live-page-fails-later',
    async ({ page }) => {
      await tried(
        page,
        `export default function LiveStock({ stock }) {
  React.useEffect(() => {
    throwLater('No answer from the price list: it was expected to be an object, and is empty.');
  }, []);
  return <h1 className="p-8 text-2xl">{stock.oneMonthNitroTokens} tokens</h1>;
}

const throwLater = (why) => Promise.reject(new Error(why));`,
      );
      await expect(preview(page).getByRole('status')).toContainText('price list');
    },
    { allow: /price list/ },
  ),
  newSeller(
    'live-page-fails',
    async ({ page }) => {
      await tried(page, 'export default function LiveStock() {\n  return <p>{nobody.there}</p>;\n}');
      await expect(problem(page)).toContainText('nobody is not defined');
    },
    { allow: /nobody is not defined/ },
  ),
  newSeller('live-page-draws-nothing', async ({ page }) => {
    await tried(page, 'export default function LiveStock() {\n  return null;\n}');
    await expect(preview(page).getByRole('status')).toHaveText('The page has shown nothing for 3 seconds.');
  }),
];
