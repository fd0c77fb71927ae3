import { searchPause } from '#admin/dialogs/options.tsx'
import { findLinkTargets, insertLink } from '#admin/editor/links/link-targets.ts'
import type { LinkTarget } from '#contract/record-links.ts'
import { createSuggestions } from './suggestions.ts'

/** The characters after which the list opens. */
const opening = '[['

/** No title is as long, so the brackets mean something else. */
const longest = 80

/** The list of records and files that `[[` opens, except in code. */
export const createLinkMenu = () =>
  createSuggestions<LinkTarget>({
    name: 'linkMenu',
    char: opening,
    allowSpaces: true,
    allowedPrefixes: null,
    debounce: searchPause,
    allow({ editor, state: { doc }, range: { from, to } }) {
      const typed = doc.textBetween(from, to).slice(opening.length)
      return (
        typed.length <= longest && !typed.includes(']') && !editor.isActive('code') && !editor.isActive('codeBlock')
      )
    },
    // Without an answer there is no list, and what was typed stays.
    find: (query) => findLinkTargets(query).catch(() => []),
    insert: insertLink,
  })
