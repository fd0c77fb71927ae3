import { useEffect } from 'react'

export const ownTimeModule = '/own-time.js'

type OwnTimesProps = {
  /** Each start followed by its end, in milliseconds since 1970. */
  moments: number[]
  /** The company's. */
  timeZone: string
}

/** Times that `public/own-time.js` shows in the zone of a reader elsewhere. */
export function OwnTimes({ moments, timeZone }: OwnTimesProps) {
  // In a document the boot script loads it.
  useEffect(() => {
    import(/* @vite-ignore */ ownTimeModule).then(
      ({ show }) => show(),
      () => {},
    )
  }, [])
  return (
    <span
      hidden
      data-times={moments.map((moment) => moment / 60_000).join(' ')}
      data-zone={timeZone}
      data-load={ownTimeModule}
    />
  )
}
