import { escapeHtml } from '#content/markup/escape.ts'
import type { Announcement } from '#server/site-config/site-config.ts'

/**
 * The announcement above every public page. It is not part of the application, so no page downloads code for it: the
 * boot script hides one that the visitor has dismissed. It follows the page in the document, so the link to the content
 * stays the first. It is only shown where there is the header of the public site, and not in the back office.
 */
export function announcementBar({ id, text, link, dismissible }: Announcement): string {
  const open = `html:not([data-dismissed="${id}"]) body:has(.site-header)`
  const leading = link
    ? ` <a class="announcement-link" href="${escapeHtml(link.to)}">${escapeHtml(link.label)}</a>`
    : ''
  const button = dismissible
    ? `<button type="button" class="announcement-close" data-dismiss="${id}" aria-label="Dismiss the announcement">×</button>`
    : ''
  return `<style>@media screen{${open}{display:flex;flex-direction:column}${open} .announcement{display:flex;order:-1}${open} #main{padding-top:0}}</style><aside class="announcement" aria-label="Announcement"><p>${escapeHtml(text)}${leading}</p>${button}</aside>`
}
