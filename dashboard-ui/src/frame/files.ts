/**
 * Pictures and fonts of other hosts. The content security policy of a seller's page blocks them, but the server
 * serves copies of those that the page's code names. This replaces their URLs wherever the page uses them. A page
 * that undoes it only shows less: the policy stays in force.
 */
import { parseWebAddress } from '../shared/web-address';

/** Maps a file's URL, without its fragment, to the URL at which the server serves it. */
export type Files = Readonly<Record<string, string>>;

const addresses = /https?:\/\/[^\s"'()<>\\]*[^\s"'()<>\\,;]/g;
const drawn = new Set(['image', 'feImage']);

export function showFilesOfOthers(files: Files) {
  if (Object.keys(files).length === 0) return;
  const place = (text: string) => replaceAddresses(text, files);

  // Replaced in the setter, before the browser requests the original: a blocked picture would fire an error event.
  for (const [of, name] of [
    [HTMLImageElement, 'src'],
    [HTMLImageElement, 'srcset'],
    [HTMLSourceElement, 'srcset'],
    [HTMLVideoElement, 'poster'],
  ] as const) {
    const property = Object.getOwnPropertyDescriptor(of.prototype, name)!;
    Object.defineProperty(of.prototype, name, {
      ...property,
      set(value: unknown) {
        property.set!.call(this, place(String(value)));
      },
    });
  }
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    setAttribute.call(this, name, showsFile(this, name) ? place(String(value)) : value);
  };
  const setAttributeNS = Element.prototype.setAttributeNS;
  Element.prototype.setAttributeNS = function (space, name, value) {
    setAttributeNS.call(this, space, name, showsFile(this, name) ? place(String(value)) : value);
  };

  // Catches styles, which the browser evaluates only after this has run, and elements that were inserted as HTML.
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') replaceIn(target as Element, place);
      else if (type === 'characterData') replaceInSheet(target.parentNode, place);
      else replaceInSheet(target, place);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...node.querySelectorAll('*')]) {
          replaceIn(element, place);
          replaceInSheet(element, place);
        }
      }
    }
  }).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style', 'src', 'srcset', 'poster', 'href'],
  });
}

/** Reports only the first blocked file: a page with many would exceed the limit on messages. */
export function tellOfRefusedFiles(tell: (message: string) => void) {
  let told = false;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (told || !/^(img|font)-src$/.test(effectiveDirective)) return;
    told = true;
    tell(
      `${blockedURI} is not shown. Pictures and fonts of other hosts need their whole address in the code.`,
    );
  });
}

/** Replaces each URL in the text that the server serves a copy of. */
export function replaceAddresses(text: string, files: Files): string {
  return text.replace(addresses, (address) => {
    const url = parseWebAddress(address);
    if (!url) return address;
    const { hash } = url;
    url.hash = '';
    const shown = Object.hasOwn(files, url.href) ? files[url.href] : undefined;
    return shown === undefined ? address : shown + hash;
  });
}

function showsFile(element: Element, name: string): boolean {
  switch (name.toLowerCase()) {
    case 'src':
      return element instanceof HTMLImageElement;
    case 'srcset':
      return element instanceof HTMLImageElement || element instanceof HTMLSourceElement;
    case 'poster':
      return element instanceof HTMLVideoElement;
    case 'href':
    case 'xlink:href':
      return element instanceof SVGElement && drawn.has(element.localName);
    case 'style':
      return true;
    default:
      return false;
  }
}

type Place = (text: string) => string;

function replaceIn(element: Element, place: Place) {
  for (const name of element.getAttributeNames()) {
    if (!showsFile(element, name)) continue;
    const value = element.getAttribute(name)!;
    const placed = place(value);
    if (placed !== value) element.setAttribute(name, placed);
  }
}

function replaceInSheet(node: Node | null, place: Place) {
  if (!(node instanceof HTMLStyleElement)) return;
  const text = node.textContent;
  const placed = place(text);
  if (placed !== text) node.textContent = placed;
}
