import { useQuery } from '@tanstack/react-query'
import { withDetails } from '#contract/company.ts'
import { CallToAction } from '#site/page/call-to-action.tsx'
import { PeopleList } from '#site/page/people-list.tsx'
import { Statistics } from '#site/page/statistics.tsx'
import { Still } from '#site/page/still.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import { breadcrumbData } from '#web/structured-data.ts'
import { aboutWords, type ShownPerson } from './about.contract.ts'
import { peopleQuery } from './about.queries.ts'

export const queries = () => [peopleQuery]

/** Fills in the company's name in the shipped texts; the server has done so in changed ones. */
function useAboutWords() {
  const company = useCompany()
  const words = useWords('about', aboutWords)
  const named = Object.entries(words).map(([name, text]) => [name, withDetails(text, company)])
  return Object.fromEntries(named) as typeof words
}

export default function AboutPage() {
  const { brand, address } = useCompany()
  const words = useAboutWords()
  return (
    <Still path="/about">
      <Head
        title="About"
        description={`Who ${brand} is: a small engineering studio in ${address.city} for cloud, data analytics, AI and training.`}
        path="/about"
        jsonLd={[breadcrumbData([{ name: 'About', path: '/about' }])]}
      />
      <PageHero title={words.title} lead={words.lead} aside={<TableDrawing caption={words.caption} />} />
      <Story />
      <Statistics page="about" />
      <People />
      <CallToAction words={words} />
    </Still>
  )
}

/** Who we are, the journey and the mission. */
function Story() {
  const words = useAboutWords()
  return (
    <Section aria-label="Our story">
      <div className="grid gap-5 lg:grid-cols-12">
        <article className="flex flex-col rounded-panel border border-line bg-raised p-6 sm:p-10 lg:col-span-7 lg:row-start-1">
          <h2 className="text-h2">{words.usTitle}</h2>
          <div className="mt-5 grid max-w-measure gap-4 pb-8">
            <p>{words.us1}</p>
            <p>{words.us2}</p>
          </div>
          <p className="mt-auto border-t border-line pt-5 text-small text-muted">{words.us3}</p>
        </article>
        <article className="rounded-panel border border-line bg-sunken p-6 sm:p-10 lg:col-span-12">
          <h2 className="text-h2">{words.journeyTitle}</h2>
          <Journey />
        </article>
        <article className="on-deep flex flex-col rounded-panel p-6 sm:p-10 lg:col-span-5 lg:row-start-1">
          <h2 className="text-h3">{words.missionTitle}</h2>
          <p className="mt-5 font-display text-h2 font-[640] text-balance lg:mt-auto">{words.mission}</p>
        </article>
      </div>
      <p className="mt-8 text-small text-muted print:hidden">
        To print or share:{' '}
        <Link to="/profile" className="link">
          Company profile
        </Link>
      </p>
    </Section>
  )
}

/** The steps of the journey along a line: down the panel on narrow screens, across it on wide ones. The last step is today. */
function Journey() {
  const words = useAboutWords()
  return (
    <ol className="mt-7 ml-1.5 md:ml-0 md:grid md:grid-cols-3">
      {([1, 2, 3] as const).map((n) => (
        <li
          key={n}
          className="relative border-l border-edge pb-8 pl-7 last:border-transparent last:pb-0 md:border-t md:border-l-0 md:pt-7 md:pr-8 md:pb-0 md:pl-0 md:last:border-edge md:last:pr-0"
        >
          <span
            aria-hidden="true"
            className={`absolute top-1.5 -left-1.5 size-3 rounded-full md:-top-1.5 md:left-0 ${n === 3 ? 'bg-accent' : 'bg-primary'}`}
          />
          {words[`step${n}Year`] && (
            <p className="font-display text-h2 font-[640] text-primary tabular-nums">{words[`step${n}Year`]}</p>
          )}
          <h3 className="mt-1 text-h3">{words[`step${n}`]}</h3>
          <p className="mt-1.5 max-w-measure text-small text-muted">{words[`step${n}Text`]}</p>
        </li>
      ))}
    </ol>
  )
}

/** The people whom staff have entered, or else the authors and instructors. If there are none, the page omits this section. */
function People() {
  const { people = [], entered } = useQuery(peopleQuery).data ?? {}
  if (!entered && people.length === 0) return null
  return (
    <Section aria-labelledby="people">
      <h2 id="people" className="text-h2">
        Our people
      </h2>
      {!entered && (
        <p className="mt-3 max-w-measure text-muted">
          They write our articles, teach our courses and answer your questions.
        </p>
      )}
      <div className="mt-10">
        <PeopleList
          people={
            entered ??
            people.map(({ name, avatarUrl, intro, latest }) => ({
              name,
              imageUrl: avatarUrl,
              text: intro,
              below: <Latest of={latest} />,
            }))
          }
        />
      </div>
    </Section>
  )
}

const kinds = {
  post: { word: 'Latest article', path: '/blog' },
  course: { word: 'Teaches', path: '/courses' },
}

function Latest({ of: { kind, slug, title } }: { of: ShownPerson['latest'] }) {
  const { word, path } = kinds[kind]
  return (
    <p className="mt-auto pt-4 text-fine text-muted">
      {word}
      <Link
        to={`${path}/${slug}`}
        className="link-quiet block py-0.5 text-small font-[560] text-primary pointer-coarse:py-2.5"
      >
        {title}
      </Link>
    </p>
  )
}

/** A drawing of ten people around a table, seen from above: lines connect the speaker with the others. */
const TableDrawing = ({ caption }: { caption: string }) => (
  <figure className="mx-auto max-w-[16rem] sm:max-w-[22rem] lg:mr-0">
    <svg
      aria-hidden="true"
      viewBox="14 12 292 212"
      className="w-full"
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth="1.4"
      strokeLinejoin="round"
    >
      <ellipse cx="160" cy="126" rx="112" ry="68" fill="var(--color-line)" />
      <ellipse cx="160" cy="118" rx="112" ry="68" fill="var(--color-raised)" />
      <path stroke="var(--color-primary)" d={threads} />
      {seats.map(([x, y], index) => (
        <circle key={index} cx={x} cy={y} r="10" fill={`var(--color-${seatColour(index)})`} />
      ))}
    </svg>
    <figcaption className="mt-4 text-center text-fine text-balance text-muted">{caption}</figcaption>
  </figure>
)

const speaker = 2
const seatColour = (index: number) => (index === speaker ? 'accent' : index % 3 === 1 ? 'primary' : 'raised')

/** The seats of the ten, in whole pixels so that server and client write the same markup. */
const seats = Array.from({ length: 10 }, (_, index): [number, number] => {
  const angle = (index / 10) * 2 * Math.PI - 0.9
  return [Math.round(160 + 140 * Math.cos(angle)), Math.round(118 + 94 * Math.sin(angle))]
})

/** Lines across the table from the speaker to the others, each ending at the table's edge. */
const threads = seats
  .filter((_, index) => index !== speaker)
  .map(([x, y]) => `M${rim(seats[speaker] ?? [0, 0]).join(' ')}L${rim([x, y]).join(' ')}`)
  .join('')

function rim([x, y]: [number, number]): [number, number] {
  return [Math.round(160 + (x - 160) * 0.7), Math.round(118 + (y - 118) * 0.64)]
}
