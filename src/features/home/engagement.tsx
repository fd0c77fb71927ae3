import { Section } from '#ui/layout.tsx'

const stops = [
  { when: 'Day 0', what: 'Half an hour, a sketch, a price.', held: 'sketch-and-price.pdf' },
  { when: 'Week 1', what: 'We read and change nothing. You see what runs, and what it costs.', held: 'estate-map.pdf' },
  { when: 'Week 2', what: 'The first change in production: small, and reversible.', held: 'change-001.md' },
  {
    when: 'Week 4',
    what: 'Costs are capped. Recovery is rehearsed with the clock running.',
    held: 'restore-drill.log',
  },
  { when: 'Week 6', what: 'Your engineer runs it. We watch, hands off the keyboard.', held: 'runbook.md' },
  { when: 'After', what: 'One page a month: what it cost, what broke, what comes next.', held: 'one-page.pdf' },
]

/** How a project runs, as a ruled time line, with what the client has in hand at each stop. */
export function Engagement() {
  return (
    <Section aria-labelledby="engagement" className="engagement later [--later:60rem] lg:[--later:33rem]">
      <div className="grid gap-x-10 gap-y-3 lg:grid-cols-12">
        <h2 id="engagement" className="text-h2 lg:col-span-5">
          How an engagement goes
        </h2>
        <p className="max-w-measure text-muted lg:col-span-7">
          A first project takes about six weeks. Something is handed over at every stop, so that you could leave there
          and still have what you paid for.
        </p>
      </div>
      <div className="relative mt-12">
        <div aria-hidden="true" className="engagement-dot absolute inset-x-0 -top-[5px] z-10 max-lg:hidden">
          <span className="block size-2.5 rounded-full bg-accent" />
        </div>
        <ol className="max-lg:border-l max-lg:border-ink lg:grid lg:grid-cols-6 lg:border-t lg:border-ink">
          {stops.map(({ when, what, held }) => (
            <li
              key={when}
              className="relative pb-9 pl-7 before:absolute before:top-2.5 before:left-0 before:h-px before:w-4 before:bg-ink last:pb-0 lg:pt-8 lg:pr-6 lg:pb-0 lg:pl-0 lg:before:top-0 lg:before:h-4 lg:before:w-px"
            >
              <h3 className="text-h3">{when}</h3>
              <p className="mt-2 text-small text-muted lg:min-h-[7em]">{what}</p>
              <p className="mt-3 text-fine">
                <span className="sr-only">You hold </span>
                <span className="inline-block rounded-mark border border-line bg-raised px-2 py-1 font-mono">
                  {held}
                </span>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}
