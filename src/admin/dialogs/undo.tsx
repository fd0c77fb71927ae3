import { Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { createStore, useStore } from '#admin/hooks.ts'
import { Button } from '#ui/button.tsx'
import { useShortcut } from './shortcuts.tsx'

type Offer = {
  /** The change: 'Blog deleted successfully'. */
  done: string
  /** The record and its state: '“A quote” is in the trash.' */
  detail?: string
  undo: () => void
  /** How long the offer stays, in ms. */
  time?: number
}

const offered = createStore<Offer | null>(null)

const offerTime = 15_000

/** Reports a change in a bar at the bottom of the window, with an offer to undo it. A toast takes no clicks. */
export const offerUndo = (offer: Offer) => offered.set(offer)

/** The element at the bottom of the window that stacks the bars. */
export const bottomBarsId = 'bottom-bars'

const withdraw = () => offered.set(null)

/** Renders the bar of `offerUndo`. The layout has one of it. */
export function UndoHost() {
  const offer = useStore(offered)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer belongs to the screen on which it was made
  useEffect(() => withdraw, [pathname])
  // A screen reader reads a live region only if it was there before its text.
  return (
    <div
      id={bottomBarsId}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex flex-col items-center gap-2 max-sm:inset-x-2 max-sm:bottom-2"
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
    const timer = setTimeout(withdraw, offer.time ?? offerTime)
    return () => clearTimeout(timer)
  }, [held, offer.time])
  const undo = () => {
    withdraw()
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
      <Button variant="quiet" size="small" className="px-2.5!" onClick={undo}>
        <Undo2 aria-hidden="true" className="size-4" />
        Undo
      </Button>
      <Button variant="quiet" size="small" className="w-9 px-0! text-muted!" aria-label="Dismiss" onClick={withdraw}>
        <X aria-hidden="true" className="size-4" />
      </Button>
    </fieldset>
  )
}
