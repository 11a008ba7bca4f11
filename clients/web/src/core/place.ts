// Where the address of a view stands: in the path, or in the fragment in the static site, which can lie in any folder.

import { isSite } from "#server";

/** Returns the address of the view that the browser shows. */
export const shownView = (): URL => (isSite ? (inFragment(window.location) ?? new URL("/", window.location.origin)) : new URL(window.location.href));

/** Returns the address of the view to which a link leads. */
export const viewOf = ({ href }: HTMLAnchorElement): URL => (isSite ? inFragment(new URL(href)) : undefined) ?? new URL(href);

/** Returns the address of the browser for the address of a view. */
export function placeOf(view: string | URL): string {
  const { origin, pathname, search, hash, href } = new URL(view, window.location.origin);
  return isSite && origin === window.location.origin ? new URL(`#${pathname}${search}${hash}`, document.baseURI).href : href;
}

/** True if an address leads every device to itself, so that a code of it is of no use on a phone. */
export const isLoopback = (place: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(place).hostname);

/** Returns the view that the fragment names, if the address is one of the site's document. */
function inFragment({ origin, pathname, hash }: URL | Location): URL | undefined {
  const isPage = origin === window.location.origin && pathname === window.location.pathname;
  return isPage && hash.startsWith("#/") ? new URL(hash.slice(1), origin) : undefined;
}
