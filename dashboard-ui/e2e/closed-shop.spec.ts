import { errorCard, paths, shapes } from './support/public';
import { guild } from './support/shop';
import { expect, test } from './support/test';

for (const shape of shapes) {
  test(`a closed shop answers 410 under its ${shape} paths, but its orders still open`, async ({
    page,
    app,
    shop,
    guard,
  }) => {
    guard.allow(/status of 410/, /This shop is closed\./);
    await shop.storefront();
    const id = await shop.order();
    await app.operate('storefront', 'close', guild);
    for (const path of [paths.stock(shape), paths.redeem(shape)]) {
      const answer = await page.goto(path);
      expect(answer!.status(), path).toBe(410);
      await expect(errorCard(page), path).toContainText('This shop is closed.');
    }
    await page.goto(paths.order(id, shape));
    await expect(page.getByRole('definition').first()).toHaveText(id);
  });
}
