// This import is first, so that no other script can register the policy's name.
import '#ui/trusted-html.ts'
import { hydrate as fillQueries } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { fetchJson } from '#web/http.ts'
import { keepTyped } from '#web/typed-texts.ts'
import { createQueryClient, type PageData, pageDataId } from './rendering.ts'
import { AppProviders, prefetchPage } from './routes.tsx'
import { createSiteRouter, giveEntryKey, loadScreen, readLocation, SiteApp } from './site-router.tsx'

declare global {
  interface Window {
    /** The form that was sent with an error before the client was there (`boot.js`). */
    unsent?: HTMLFormElement
  }
}

/**
 * Puts back what is typed into the text boxes until the document is hydrated. That replaces their children, too, so the observer sees it before
 * the next event.
 */
let putTypedBack = keepTyped(document)
const noteTyped = () => {
  putTypedBack = keepTyped(document)
}
// In the capture phase: an input can make React hydrate the document at once, in its own listener on the root.
addEventListener('input', noteTyped, true)
const rewrites = new MutationObserver(() => putTypedBack())
for (const box of document.querySelectorAll('textarea')) rewrites.observe(box, { childList: true })

/** Hydrates the server's document, or renders another page if the address differs from the document's. */
async function start() {
  // The data are at the end of the document, of which a slow line may have brought only the beginning.
  if (document.readyState === 'loading')
    await new Promise((parsed) => addEventListener('DOMContentLoaded', parsed, { once: true }))
  const data = JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData
  const root = document.getElementById('root') as HTMLElement
  const mode = window.location.pathname === '/' ? 'hash' : 'path'
  giveEntryKey()
  window.addEventListener('popstate', giveEntryKey)

  const queryClient = createQueryClient((path, signal) => fetchJson(path, { signal: signal ?? null }), false)
  fillQueries(queryClient, data.queries)
  let location = readLocation(mode)
  let found = await loadScreen(location)
  // The address may have changed while the page's code was loading.
  while (readLocation(mode).key !== location.key) {
    location = readLocation(mode)
    found = await loadScreen(location)
  }
  // A document with a fragment address is always Home.
  const elsewhere = mode === 'hash' && location.pathname !== '/'
  const hydrates = data.hydrate && !elsewhere
  // The document has its page, which is better than an error.
  if (!elsewhere && 'error' in found.screen) throw found.screen.error
  // The document stays until the data of a page that was missing is there.
  if (!hydrates && !elsewhere) await prefetchPage(location, queryClient)

  // The browser has restored the scroll position of the document, and the visitor may have scrolled since.
  const scroll = hydrates ? 'stay' : 'restore'
  const router = createSiteRouter(mode, { location, ...found, isReturn: true, scroll })
  const preload = (to: string) => {
    prefetchPage(new URL(to, window.location.origin), queryClient).catch(() => {})
  }
  const app = (
    <AppProviders company={data.company} queryClient={queryClient} form={data.form} preload={preload}>
      <MarkHydrated>
        <SiteApp router={router} />
      </MarkHydrated>
    </AppProviders>
  )
  if (hydrates) {
    // In a transition, hydration yields to the visitor's input.
    startTransition(() => {
      hydrateRoot(root, app)
    })
    return
  }
  root.replaceChildren()
  createRoot(root).render(app)
}

/**
 * Marks the document as hydrated, and shows it if it was hidden. It wraps the application instead of being its sibling, because a sibling that the
 * server does not render would shift every `useId`.
 */
function MarkHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    removeEventListener('input', noteTyped, true)
    putTypedBack()
    rewrites.disconnect()
    document.documentElement.dataset['hydrated'] = ''
    document.documentElement.classList.remove('hash-entry')
    // One in a live part of a still page waits for that.
    if (!window.unsent?.closest('[data-live]')) window.unsent?.requestSubmit()
    // From now on the client follows the links, and loads what they need.
    document.querySelector('script[type="speculationrules"]')?.remove()
  }, [])
  return children
}

start()
