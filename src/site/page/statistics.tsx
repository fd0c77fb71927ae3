import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { figures } from '#contract/default-words.ts'
import { Container } from '#ui/layout.tsx'
import { useWords } from '#web/company-context.tsx'

type StatisticsProps = {
  page: 'home' | 'about'
  /** The content that opens when a figure is pressed, in their order. A figure without it is plain. */
  behind?: ReactNode[]
}

/** The large figures of Home and About in a row. */
export function Statistics({ page, behind }: StatisticsProps) {
  const words = useWords('figures', figures)
  const shown = ([1, 2, 3, 4] as const).map((n) => ({ figure: words[`${page}${n}`], name: words[`name${n}`] }))
  return <Figures shown={shown} behind={behind} label="In figures" />
}

type FiguresProps = {
  shown: { figure: string; name: string }[]
  behind?: ReactNode[] | undefined
  label: string
}

/** One to four large figures in a row. */
export function Figures({ shown, behind = [], label }: FiguresProps) {
  return (
    <section aria-label={label} className="border-y border-line">
      <Container>
        <ul className="figures -mx-4 grid grid-cols-2 md:grid-cols-4">
          {shown.map(({ figure, name }, place) => (
            <li key={place}>
              {behind[place] ? (
                <details name="figures">
                  <summary className="figure group cursor-pointer">
                    <Figure figure={figure} />
                    <span className="mt-2 flex items-center gap-2 text-small text-muted group-hover:text-primary">
                      {name}
                      <ChevronDown aria-hidden="true" className="chevron size-4 shrink-0 text-primary" />
                    </span>
                  </summary>
                  <div className="px-4">{behind[place]}</div>
                </details>
              ) : (
                <div className="figure">
                  <Figure figure={figure} />
                  <span dir="auto" className="mt-2 block text-small text-muted">
                    {name}
                  </span>
                </div>
              )}
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}

const Figure = ({ figure }: { figure: string }) => (
  <>
    <strong className="block font-display text-figure font-[640] tabular-nums">{figure}</strong>{' '}
  </>
)
