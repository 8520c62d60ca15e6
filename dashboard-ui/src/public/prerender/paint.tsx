import { renderToString } from 'preact-render-to-string';
import type { VNode } from 'preact';
import { FrontPage } from '../front/front-page';
import { type Bootstrap, frontOf, placeOf } from '../place';
import { PublicApp } from '../public-app';

/** A page as its script first renders it. */
export function paint(shown: Bootstrap): string {
  const page =
    shown.page === 'front' ? <FrontPage {...frontOf(shown)} /> : <PublicApp place={placeOf(shown)} />;
  // With the aliases of this build, React elements are Preact nodes.
  return renderToString(page as unknown as VNode);
}
