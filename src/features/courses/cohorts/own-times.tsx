export const ownTimeModule = '/own-time.js'

type OwnTimesProps = {
  /** Each start followed by its end, in milliseconds since 1970. */
  moments: number[]
  /** The company's. */
  timeZone: string
}

/** Times that `public/own-time.js` shows in the zone of a reader elsewhere. */
export const OwnTimes = ({ moments, timeZone }: OwnTimesProps) => (
  <span
    hidden
    data-times={moments.map((moment) => moment / 60_000).join(' ')}
    data-zone={timeZone}
    data-load={ownTimeModule}
  />
)
