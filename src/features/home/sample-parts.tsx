import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { numberIn, rowsOf } from '#contract/rows.ts'
import { formatRupeesShort } from '#ui/rupees.ts'
import type { SampleId } from './samples.contract.ts'

/** A custom property that the stylesheet draws with. */
const drawn = (values: Record<`--${string}`, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.toFixed(3)])) as CSSProperties

/** A text with its commands, which are between backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, place) => (place % 2 ? <code key={place}>{part}</code> : part))

/** Rows of a name and a text. */
export const Facts = ({ of, className }: { of: string; className: string }) => (
  <dl className={className}>
    {rowsOf(of).map(([name = '', text = '']) => (
      <div key={name}>
        <dt dir="auto">{name}</dt>
        <dd dir="auto">{withCode(text)}</dd>
      </div>
    ))}
  </dl>
)

/** A table; its first row has the titles of the columns. On a phone each row is a block, whose cells say their columns. */
export function Rows({ of, titledBy }: { of: string; titledBy: string }) {
  const [titles = [], ...rows] = rowsOf(of)
  const isOfAmounts = (place: number) => rows.every((cells) => /^(₹[\d,]+)?$/.test(cells[place] ?? ''))
  return (
    <table className="sample-rows" aria-labelledby={titledBy}>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join()}>
            {titles.map((title, place) => {
              const cell = cells[place] ?? ''
              const Cell = place === 0 ? 'th' : 'td'
              return (
                <Cell
                  key={title}
                  dir="auto"
                  {...(place === 0 ? { scope: 'row' } : { 'data-title': title })}
                  className={isOfAmounts(place) ? 'is-amount' : undefined}
                >
                  {withCode(cell)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Boxes with arrows between them, as somebody draws them during a call. */
const Sketch = ({ of }: { of: string }) => (
  <ol className="sample-sketch">
    {rowsOf(of).map(([name, verdict]) => (
      <li key={name} className={verdict?.endsWith('?') ? 'is-marked' : undefined}>
        <strong dir="auto">{name}</strong>
        <span dir="auto">{verdict}</span>
      </li>
    ))}
  </ol>
)

/** Systems in layers, each with a bar for its cost, which is in thousand rupees. The largest is marked. */
function EstateMap({ of }: { of: string }) {
  const systems = rowsOf(of).map(([layer = '', name = '', owner, cost]) => ({
    ...{ layer, name, owner, cost: numberIn(cost) },
  }))
  const largest = Math.max(...systems.map(({ cost }) => cost))
  return (
    <dl className="sample-map">
      {[...Map.groupBy(systems, ({ layer }) => layer)].map(([layer, blocks]) => (
        <div key={layer}>
          <dt dir="auto">{layer}</dt>
          {blocks.map(({ name, owner, cost }) => (
            <dd
              key={name}
              style={drawn({ '--part': cost / largest })}
              className={cost === largest ? 'is-marked' : undefined}
            >
              <strong dir="auto">{name}</strong>
              <span dir="auto">{owner}</span>
              <span className="is-amount">{formatRupeesShort(cost * 1_000)}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}

const signs: Record<string, [className: string, said: string]> = {
  '-': ['is-removed', 'Removed: '],
  '+': ['is-added', 'Added: '],
}

/** The changed lines of a file. */
const Diff = ({ of }: { of: string }) => (
  <pre className="sample-diff">
    <code>
      {of.split('\n').map((line, place) => {
        const [className, said] = signs[line[0] ?? ''] ?? []
        return (
          <Fragment key={`${place}${line}`}>
            <span className={className}>
              {said && <span className="sr-only">{said}</span>}
              {line}
            </span>
            {'\n'}
          </Fragment>
        )
      })}
    </code>
  </pre>
)

/** Moments on a clock. The last one is the promise, and the one before it the result. */
function Clock({ of }: { of: string }) {
  const moments = rowsOf(of).map(([minute, name]) => ({ minute: numberIn(minute), name }))
  const [result, promise] = moments.slice(-2)
  if (!result || !promise) return null
  return (
    <ol className="sample-clock" style={drawn({ '--result': result.minute / promise.minute })}>
      {moments.map((moment) => (
        <li
          key={moment.minute}
          style={drawn({ '--part': moment.minute / promise.minute })}
          className={moment === result ? 'is-result' : moment === promise ? 'is-promise' : undefined}
        >
          <strong>{`${moment.minute} min`}</strong>
          <span dir="auto">{moment.name}</span>
        </li>
      ))}
    </ol>
  )
}

/** Amounts next to each other. The last one is the result, the largest one its measure. */
function Bars({ of }: { of: string }) {
  const bars = rowsOf(of).map(([name, amount]) => ({ name, amount: numberIn(amount) }))
  const largest = Math.max(...bars.map(({ amount }) => amount))
  return (
    <ol className="sample-bars">
      {bars.map(({ name, amount }) => (
        <li key={name} style={drawn({ '--part': amount / largest })}>
          <span dir="auto">{name}</span>
          <strong>{amount}</strong>
        </li>
      ))}
    </ol>
  )
}

export const drawings: Record<SampleId, (props: { of: string }) => ReactNode> = {
  'sketch-and-price': Sketch,
  'estate-map': EstateMap,
  'first-change': Diff,
  'restore-drill': Clock,
  runbook: Bars,
  'one-page': Bars,
}
