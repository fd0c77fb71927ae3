import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { adminFetch } from '#admin/api/client.ts'
import { adminQuery } from '#admin/api/queries.ts'
import type { MediaDetail } from '#contract/media-library.ts'
import { checkWriting, linksIn, type WritingCheck } from './check-writing.ts'

type Writing = Parameters<typeof checkWriting>[0]

/** The pause in typing after which a text is checked, in ms. */
const pause = 800

/** Checks a text while it is written, once its author pauses. */
export function useChecks(writing: Writing): WritingCheck[] {
  const [checks, setChecks] = useState<WritingCheck[]>([])
  const check = useEffectEvent(() => setChecks(checkWriting(writing)))
  // The fields are compared by value, since the object is new in each render.
  const compared = JSON.stringify(writing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks anew when a field has changed
  useEffect(() => {
    const timer = setTimeout(check, pause)
    return () => clearTimeout(timer)
  }, [compared])
  return withoutDecoration(checks, useDecorative(checks.flatMap(({ picture = [] }) => picture)))
}

/** Those of the pictures that only decorate, as the library says. */
const useDecorative = (ids: string[]): Set<string> =>
  useQueries({
    queries: [...new Set(ids)].map((id) => adminQuery<MediaDetail>(`/api/media/${id}`)),
    combine: (answers) => new Set(answers.flatMap(({ data }) => (data?.decorative ? data._id : []))),
  })

const withoutDecoration = (checks: WritingCheck[], decorative: Set<string>) =>
  checks.filter(({ picture }) => picture === undefined || !decorative.has(picture))

/** The links of this site that the server's pages do not know: each is asked for once. */
const known = new Map<string, Promise<boolean>>()

/** Links of the text to pages of this site that do not exist (any more). */
export function useDeadLinks(html: string): WritingCheck[] {
  const [dead, setDead] = useState<WritingCheck[]>([])
  useEffect(() => {
    let left = false
    const timer = setTimeout(async () => {
      const own = linksIn(html).filter(
        ({ href }) => URL.parse(href, window.location.href)?.origin === window.location.origin,
      )
      const answers = await Promise.all(own.map(({ href }) => exists(href)))
      if (left) return
      setDead(
        own
          .filter((_, index) => !answers[index])
          .map(({ href, index }) => ({ text: `The link to ${href} leads nowhere.`, place: { element: 'a', index } })),
      )
    }, pause)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [html])
  return dead
}

/** The links of a rendered text to other sites. */
export const outsideLinksIn = (html: string): string[] =>
  linksIn(html)
    .map(({ href }) => href)
    .filter((href) => URL.parse(href, window.location.href)?.origin !== window.location.origin)

/** The most links that one call checks. */
const atOnce = 20

/** The server asks for the pages of other sites. @returns the links that lead nowhere. @throws ApiError */
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

/** Whether visitors find a page at this address; a page that cannot be asked for counts as found. */
function exists(href: string): Promise<boolean> {
  const asked =
    known.get(href) ??
    fetch(href, { method: 'HEAD', credentials: 'omit' }).then(
      ({ status }) => status !== 404 && status !== 410,
      () => true,
    )
  known.set(href, asked)
  return asked
}
