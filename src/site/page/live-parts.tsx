import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { hydrateRoot, Root } from 'react-dom/client'
import { RouterContext, useRouter } from '#ui/router.ts'
import { CompanyProvider, useCompany } from '#web/company-context.tsx'
import { FormResultProvider, useAnyFormResult } from '#web/form-result.tsx'
import { LivePartsContext, type PartModule } from '#web/live-parts.ts'
import { keepTyped } from '#web/typed-texts.ts'

type Found = { place: HTMLElement; Part: PartModule['default']; hydrate: typeof hydrateRoot }

/** Brings the live parts of a still page to life. @param markup the markup of the page */
export function useLiveParts(frame: RefObject<HTMLElement | null>, markup: string): void {
  const parts = useContext(LivePartsContext)
  const [company, form, router, client] = [useCompany(), useAnyFormResult(), useRouter(), useQueryClient()]
  const [found, setFound] = useState<Found[]>([])
  const roots = useRef(new Map<HTMLElement, { root: Root; isAlive: boolean }>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: other markup has other parts
  useEffect(() => {
    let isGone = false
    // Without its code the part works as in a document without scripts.
    for (const place of frame.current?.querySelectorAll<HTMLElement>('[data-live]') ?? [])
      Promise.all([parts[place.dataset['live'] ?? '']?.(), import('react-dom/client')]).then(
        ([module, { hydrateRoot: hydrate }]) => {
          if (module && !isGone) setFound((others) => [...others, { place, hydrate, Part: module.default }])
        },
        () => {},
      )
    const known = roots.current
    return () => {
      isGone = true
      setFound([])
      const ended = [...known.values()]
      known.clear()
      // React forbids it while it renders.
      setTimeout(() => {
        for (const { root } of ended) root.unmount()
      })
    }
  }, [frame, parts, markup])

  useEffect(() => {
    for (const { place, Part, hydrate } of found) {
      const markAlive = () => {
        const known = roots.current.get(place)
        if (known) known.isAlive = true
      }
      const part = (
        <CompanyProvider value={company}>
          <QueryClientProvider client={client}>
            <FormResultProvider value={form}>
              <RouterContext value={router}>
                <Alive place={place} onAlive={markAlive}>
                  <Part {...JSON.parse(place.dataset['of'] ?? '{}')} />
                </Alive>
              </RouterContext>
            </FormResultProvider>
          </QueryClientProvider>
        </CompanyProvider>
      )
      const known = roots.current.get(place)
      // An update before it is hydrated would make React render it again.
      if (known?.isAlive) known.root.render(part)
      else if (!known) roots.current.set(place, { root: hydrate(place, part), isAlive: false })
    }
  }, [found, company, client, form, router])
}

/** Puts back what was typed before the part was hydrated. A form that was sent with an error before is sent again, and shows it. */
function Alive({ place, onAlive, children }: { place: HTMLElement; onAlive: () => void; children: ReactNode }) {
  const [putTypedBack] = useState(() => keepTyped(place))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is hydrated
  useLayoutEffect(() => {
    putTypedBack()
    onAlive()
    const { unsent } = window
    if (unsent && place.contains(unsent)) unsent.requestSubmit()
  }, [place])
  return children
}
