import { ExternalLink, Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { createStore, useStore } from '#admin/hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import type { Consequence, Way } from './confirm.tsx'
import { useShortcut } from './shortcuts.tsx'

export type Offer = {
  done: string
  /** The record and its state: '“A quote” is in the trash.' */
  detail?: string | undefined
  next?: Way | undefined
  /** The path of the record's public page, which opens in a new tab. */
  view?: string
  undo: () => void
  /** The path of the screen that shows it, if that is about to open. Otherwise it is the present one. */
  on?: string | undefined
  /** How long the offer stays, in ms. */
  time?: number
}

/** A consequence as the bar reports it, which has room for one line and one link. */
export const inBar = ({ detail, points = [], links = [] }: Consequence = {}): Pick<Offer, 'detail' | 'next'> => ({
  detail:
    [detail, points[0], points.length > 1 && `And ${points.length - 1} more.`].filter(Boolean).join(' ') || undefined,
  next: links[0],
})

const offered = createStore<Offer | null>(null)

const offerTime = 15_000

/** Reports a change in a bar at the bottom of the window, with an offer to undo it. A toast takes no clicks. */
export const offerUndo = (offer: Offer) => offered.set(offer)

/** The element at the bottom of the window that stacks the bars. */
export const bottomBarsId = 'bottom-bars'

/** Takes an offer back, for example because the record has changed since. */
export const withdrawUndo = () => offered.set(null)

/** Renders the bar of `offerUndo`. The layout has one of it. */
export function UndoHost() {
  const offer = useStore(offered)
  const { pathname } = useLocation()
  // An offer ends with its screen.
  useEffect(() => {
    if (offered.get()?.on !== pathname) withdrawUndo()
  }, [pathname])
  // A screen reader reads a live region only if it was there before its text.
  return (
    <div
      id={bottomBarsId}
      className="pointer-events-none fixed inset-x-4 bottom-4 lg:left-56 z-30 flex flex-col items-center gap-2 max-sm:inset-x-2 max-sm:bottom-2"
    >
      <div role="status" className="flex max-w-full justify-center">
        {offer && <OfferBar key={`${offer.done} ${offer.detail}`} offer={offer} />}
      </div>
    </div>
  )
}

function OfferBar({ offer }: { offer: Offer }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(withdrawUndo, offer.time ?? offerTime)
    return () => clearTimeout(timer)
  }, [held, offer.time])
  const undo = () => {
    withdrawUndo()
    offer.undo()
  }
  useShortcut({ key: 'u', label: 'Undo', run: undo })
  return (
    <fieldset
      aria-label="Last change"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-full min-w-0 items-center gap-1 rounded-control border border-line bg-raised py-1 pr-1 pl-4 shadow-float"
    >
      <p className="min-w-0 text-small sm:truncate">
        <span className="font-[560]">{offer.done}</span>
        {offer.detail && <span className="text-muted max-sm:block max-sm:truncate sm:ml-2">{offer.detail}</span>}
      </p>
      {offer.next && (
        <ButtonLink to={offer.next.to} variant="quiet" size="small" className="px-2.5!">
          {offer.next.label}
        </ButtonLink>
      )}
      {offer.view && (
        <ButtonLink to={offer.view} target="_blank" variant="quiet" size="small" className="px-2.5!">
          <ExternalLink aria-hidden="true" className="size-4" />
          View
        </ButtonLink>
      )}
      <Button variant="quiet" size="small" className="px-2.5!" onClick={undo}>
        <Undo2 aria-hidden="true" className="size-4" />
        Undo
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="w-9 px-0! text-muted!"
        aria-label="Dismiss"
        onClick={withdrawUndo}
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </fieldset>
  )
}
