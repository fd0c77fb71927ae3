import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { figures } from '#contract/default-words.ts'
import { classNames } from '#ui/class-names.ts'
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
  label?: string
}

const columns = ['', 'grid-cols-2 md:grid-cols-2', 'grid-cols-2 md:grid-cols-3', 'grid-cols-2 md:grid-cols-4']

/** All in the size in which the longest one has room. */
function sizeOf(shown: FiguresProps['shown']): string {
  const longest = Math.max(...shown.map(({ figure }) => figure.length))
  const room = shown.length === 1 ? 12 : 6
  if (longest <= room) return 'text-figure'
  return longest <= 1.5 * room ? 'text-h1' : 'text-h2'
}

/** One to four large figures in a row. */
export function Figures({ shown, behind = [], label }: FiguresProps) {
  const size = sizeOf(shown)
  // Those of a section have any words, in any script.
  const isTyped = label === undefined
  return (
    <section aria-label={label} className="border-y border-line">
      <Container>
        <ul className={classNames('figures -mx-4 grid', columns[shown.length - 1], isTyped && 'wrap-anywhere')}>
          {shown.map(({ figure, name }, place) => (
            <li key={place}>
              {behind[place] ? (
                <details name="figures">
                  <summary className="figure group cursor-pointer">
                    <Figure figure={figure} size={size} />
                    <span className="mt-2 flex items-center gap-2 text-small text-muted group-hover:text-primary">
                      {name}
                      <ChevronDown aria-hidden="true" className="chevron size-4 shrink-0 text-primary" />
                    </span>
                  </summary>
                  <div className="px-4">{behind[place]}</div>
                </details>
              ) : (
                <div className="figure">
                  <Figure figure={figure} size={size} />
                  <span dir="auto" className={classNames('mt-2 block', isTyped && 'w-fit', 'text-small text-muted')}>
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

const Figure = ({ figure, size }: { figure: string; size: string }) => (
  <>
    <strong className={`block font-display ${size} font-[640] tabular-nums`}>{figure}</strong>{' '}
  </>
)
