import { BackLink, PassOn } from '#site/page/back-link.tsx'
import { Still } from '#site/page/still.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { LogoMark } from '#ui/logo.tsx'
import { useRouter } from '#ui/router.ts'
import { useCompany, useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { breadcrumbData } from '#web/structured-data.ts'
import { homeWords } from './home-words.contract.ts'
import { drawings, Facts, Rows } from './sample-parts.tsx'
import { type SampleId, sampleIds, samplePath } from './samples.contract.ts'
import { sampleWords } from './samples-words.contract.ts'

/** A document that a project hands over, as a sample: one sheet, to be read or printed. */
export default function SamplePage() {
  const { pathname } = useRouter().location
  const id = sampleIds.find((one) => samplePath(one) === pathname) ?? sampleIds[0]
  const words = useWords(id, sampleWords[id])
  const home = useWords('home', homeWords)
  const path = samplePath(id)
  return (
    <Still path={path}>
      <Head
        title={words.title}
        path={path}
        description={words.lead}
        jsonLd={[breadcrumbData([{ name: words.title, path }])]}
      />
      <Container className="sample">
        <div className="sample-bar">
          <BackLink to="/#engagement">{home.engagementTitle}</BackLink>
          <PassOn />
        </div>
        <Sheet id={id} />
        <div className="sample-side">
          <Others current={id} />
          <ButtonLink to="/contact" className="mt-8">
            {words.action}
          </ButtonLink>
        </div>
      </Container>
    </Still>
  )
}

/** When a sample is handed over, as Home says it. */
const useStop = (id: SampleId) => {
  const words = useWords('home', homeWords)
  return words[`when${(sampleIds.indexOf(id) + 1) as 1 | 2 | 3 | 4 | 5 | 6}`]
}

function Sheet({ id }: { id: SampleId }) {
  const { brand } = useCompany()
  const words = useWords(id, sampleWords[id])
  const Drawing = drawings[id]
  return (
    <article className="sample-sheet">
      <p className="sample-head">
        <LogoMark className="size-6 text-primary" />
        <span dir="auto">{brand}</span>
        <span>{useStop(id)}</span>
      </p>
      <h1 dir="auto" className="text-h1">
        {words.title}
      </h1>
      <p dir="auto" className="mt-4 max-w-measure text-lead text-muted">
        {words.lead}
      </p>
      <Facts of={words.facts} className="sample-facts" />
      <figure>
        <h2 dir="auto">{words.figureTitle}</h2>
        <Drawing of={words.figure} />
      </figure>
      <h2 id="rows" dir="auto">
        {words.rowsTitle}
      </h2>
      <Rows of={words.rows} titledBy="rows" />
      <h2 dir="auto">{words.notesTitle}</h2>
      <Facts of={words.notes} className="sample-notes" />
      <p dir="auto" className="sample-foot">
        {words.note}
      </p>
    </article>
  )
}

const Others = ({ current }: { current: SampleId }) => (
  <nav aria-label="The six documents of a project">
    <ol>
      {sampleIds.map((id) => (
        <Other key={id} id={id} isCurrent={id === current} />
      ))}
    </ol>
  </nav>
)

function Other({ id, isCurrent }: { id: SampleId; isCurrent: boolean }) {
  const { title } = useWords(id, sampleWords[id])
  return (
    <li>
      <span>{useStop(id)}</span>
      <Link to={samplePath(id)} aria-current={isCurrent ? 'page' : undefined} className="link-quiet">
        {title}
      </Link>
    </li>
  )
}
