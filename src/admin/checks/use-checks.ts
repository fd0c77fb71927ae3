import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { linksIn, type WritingCheck } from '#content/markup/check-writing.ts'
import type { MediaDetail } from '#contract/media-library.ts'

// The screens of features build on these.
export {
  checkLine,
  checkText,
  linksAsText,
  linksIn,
  longTitle,
  pictureAt,
  type WritingCheck,
} from '#content/markup/check-writing.ts'

/** `looked` is false while the checks are of an earlier text. */
type LookState = { looked: boolean }

/** The pause in typing after which a text is checked, in ms. */
const pause = 800

/** The problems that `check` finds in what is typed. */
export function useChecks<Typed>(
  typed: Typed,
  check: (typed: Typed) => WritingCheck[],
): { checks: WritingCheck[] } & LookState {
  const [checked, setChecked] = useState({ of: '', checks: [] as WritingCheck[] })
  // It is compared by value, since the object is new in each render.
  const compared = JSON.stringify(typed)
  const look = useEffectEvent(() => setChecked({ of: compared, checks: check(typed) }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks again when a field has changed
  useEffect(() => {
    const timer = setTimeout(look, pause)
    return () => clearTimeout(timer)
  }, [compared])
  const library = useDecorative(checked.checks.flatMap(({ picture = [] }) => picture))
  return {
    checks: withoutDecoration(checked.checks, library.decorative),
    looked: checked.of === compared && !library.isPending,
  }
}

const useDecorative = (ids: string[]): { decorative: Set<string>; isPending: boolean } =>
  useQueries({
    queries: [...new Set(ids)].map((id) => adminQuery<MediaDetail>(`/api/media/${id}`)),
    combine: (answers) => ({
      decorative: new Set(answers.flatMap(({ data }) => (data?.decorative ? data._id : []))),
      isPending: answers.some(({ isPending }) => isPending),
    }),
  })

const withoutDecoration = (checks: WritingCheck[], decorative: Set<string>) =>
  checks.filter(({ picture }) => picture === undefined || !decorative.has(picture))

/** The checked links of this site. Each is requested once; failed requests are repeated. */
const known = new Map<string, Promise<boolean | null>>()

type LinkChecks = { dead: WritingCheck[]; unseen: number }

/** A link of a record. `before` begins the message about it: 'Section 3, Cards: '. */
export type FoundLink = { href: string; place: WritingCheck['place']; before?: string }

/** The links of a rendered text. */
export const foundIn = (html: string): FoundLink[] =>
  linksIn(html).map(({ href, index }) => ({ href, place: { element: 'a', index } }))

/** Broken links to pages of this site, and the number of links that could not be checked. @param text in which `linksOf` finds the links */
export function useDeadLinks<Text>(text: Text, linksOf: (text: Text) => FoundLink[]): LinkChecks & LookState {
  const [found, setFound] = useState<LinkChecks & { of?: string }>({ dead: [], unseen: 0 })
  const compared = JSON.stringify(text)
  const links = useEffectEvent(() => linksOf(text))
  useEffect(() => {
    let left = false
    const timer = setTimeout(async () => {
      const own = links().filter(({ href }) => URL.parse(href, window.location.href)?.origin === window.location.origin)
      const answers = await Promise.all(own.map(({ href }) => exists(href)))
      if (left) return
      setFound({
        of: compared,
        dead: own
          .filter((_, index) => answers[index] === false)
          .map(({ href, place, before = '' }) => ({ text: `${before}The link to ${href} is broken.`, place })),
        unseen: answers.filter((answer) => answer === null).length,
      })
    }, pause)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [compared])
  return { ...found, looked: found.of === compared }
}

export const outsideLinksIn = (html: string): string[] =>
  linksIn(html)
    .map(({ href }) => href)
    .filter((href) => URL.parse(href, window.location.href)?.origin !== window.location.origin)

const atOnce = 20

/** Has the server request the pages of other sites. @returns the broken links. @throws ApiError */
export async function findDeadLinks(urls: string[]): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < urls.length; from += atOnce) {
    const { dead } = await adminFetch<{ dead: string[] }>('/api/content/links', {
      method: 'POST',
      json: { urls: urls.slice(from, from + atOnce) },
    })
    found.push(...dead)
  }
  return found
}

/** Whether visitors find a page at this address; null if the request failed. */
function exists(href: string): Promise<boolean | null> {
  const asked =
    known.get(href) ??
    fetch(href, { method: 'HEAD', credentials: 'omit' }).then(
      ({ status }) => (status < 500 && status !== 429 ? status !== 404 && status !== 410 : null),
      () => null,
    )
  known.set(href, asked)
  asked.then((found) => found === null && known.delete(href))
  return asked
}

const elements = {
  heading: ':is(h1, h2, h3, h4, h5, h6)',
  img: ':is(img:not(.ProseMirror-separator))',
  missing: '.missing-picture',
  pre: 'pre',
  a: ':is(a, .outside-picture)',
}

/** Moves to the place of a check: the field, or the position in the text. */
export function goToCheck({ place }: WritingCheck) {
  const within = place && 'within' in place ? `[data-field="${place.within}"] ` : ''
  const texts = [...document.querySelectorAll<HTMLElement>(`${within}.ProseMirror, ${within}.editor-source`)]
  if (place && 'field' in place) {
    const field = document.querySelector<HTMLElement>(`form [name="${place.field}"]`)
    field?.focus()
    return field?.scrollIntoView({ block: 'center' })
  }
  const found = place && texts.flatMap((text) => [...text.querySelectorAll(elements[place.element])])[place.index]
  const text = texts.find((one) => found && one.contains(found)) ?? texts[0]
  text?.focus({ preventScroll: true })
  if (found) window.getSelection()?.collapse(found.firstChild ?? found, 0)
  ;(found ?? text)?.scrollIntoView({ block: 'center' })
}
