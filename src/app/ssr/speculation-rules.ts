/** Addresses that are not pages, are private, or may change data. */
const excluded = ['/admin*', '/subscribers*', '/api/*', '/media/*', '/assets/*', '/newsletter/*', '/*.*']

/** Links to pages of this site. Links inside the page, and to the page itself, prepare nothing. */
const pages = [
  { href_matches: '/*' },
  { not: { href_matches: excluded } },
  { not: { selector_matches: '[href*="#"], [aria-current], [target], [download]' } },
]

/**
 * The rules by which a browser prepares the next page: it renders the page of a link that is pointed at or pressed, and fetches the
 * entries of a list early, on a phone when they come into view. A browser that saves data or energy does neither.
 */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { and: pages }, eagerness: 'moderate' }],
  prefetch: [{ where: { and: [...pages, { selector_matches: 'main li a' }] }, eagerness: 'eager' }],
})
