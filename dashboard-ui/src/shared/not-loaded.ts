/** Takes away the document's note that its script is late. It lies in `public.html`, `front.html` and `login.html`. */
export function isHere(): void {
  document.querySelector('.not-loaded')?.remove();
}
