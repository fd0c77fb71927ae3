import { useEffect, useEffectEvent, useState } from 'react'
import { latinSlugOf, losesLetters, slugOf } from '#contract/slugs.ts'

type Transliterate = (text: string) => string
let loading: Promise<Transliterate> | undefined

/**
 * The slug of a title with every letter in Latin script, while `slugOf` drops letters of other scripts. The table of all scripts is large, so it is
 * loaded for the first title that needs it; until then the answer is that of `slugOf`.
 * @param onOnlySlug receives the slug of a title that has no letter a-z, for which `slugOf` has none
 */
export function useLatinSlug(title: string, onOnlySlug: (slug: string) => void): string {
  const [loaded, setLoaded] = useState<{ toAscii: Transliterate } | null>(null)
  const needed = losesLetters(title)
  useEffect(() => {
    if (!needed || loaded) return
    loading ??= import('any-ascii').then((library) => library.default)
    loading.then(
      (toAscii) => setLoaded({ toAscii }),
      () => {
        // The next title tries again.
        loading = undefined
      },
    )
  }, [needed, loaded])
  const slug = needed && loaded ? latinSlugOf(title, loaded.toAscii) : slugOf(title)
  const offer = useEffectEvent(onOnlySlug)
  useEffect(() => {
    if (slug !== '' && slugOf(title) === '') offer(slug)
  }, [title, slug])
  return slug
}
