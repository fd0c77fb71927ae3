import { Section } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'
import { homeWords } from './home-words.contract.ts'

const stops = [1, 2, 3, 4, 5, 6] as const

/** How a project runs, as a ruled time line, with the client's result at each stop. */
export function Engagement() {
  const words = useWords('home', homeWords)
  return (
    <Section aria-labelledby="engagement" space="band" className="later [--later:50rem] lg:[--later:28rem]">
      <div className="grid gap-x-10 gap-y-3 lg:grid-cols-12">
        <h2 id="engagement" className="text-h2 lg:col-span-5">
          {words.engagementTitle}
        </h2>
        <p className="max-w-measure text-muted lg:col-span-7">{words.engagementText}</p>
      </div>
      <div className="run mt-10">
        <ol className="max-lg:-ml-[calc(var(--spacing-gutter)/2)] max-lg:border-l max-lg:border-ink lg:grid lg:grid-cols-6 lg:border-t lg:border-ink">
          {stops.map((n) => (
            <li
              key={n}
              className="relative pb-6 pl-7 max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-4 before:absolute before:top-2.5 before:left-0 before:h-px before:w-4 before:bg-ink last:pb-0 lg:pt-8 lg:pr-6 lg:pb-0 lg:pl-0 lg:before:top-0 lg:before:h-4 lg:before:w-px"
            >
              <h3 className="text-h3">{words[`when${n}`]}</h3>
              <p className="mt-1.5 text-small text-muted max-lg:order-last max-lg:col-span-2 lg:mt-2 lg:min-h-[6.2em]">
                {words[`what${n}`]}
              </p>
              <p className="text-fine lg:mt-3">
                <span className="sr-only">You hold </span>
                <span className="inline-block rounded-mark border border-line bg-raised px-2 py-1 font-mono">
                  {words[`held${n}`]}
                </span>
              </p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}
