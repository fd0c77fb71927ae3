import { useWords } from '#web/company-context.tsx'
import { careersWords } from './careers-words.contract.ts'
import { Row } from './opening-article.tsx'

/** Nothing where the company has emptied the text. */
export function HowWeHire() {
  const { hireTitle, hireText } = useWords('careers', careersWords)
  return hireText ? (
    <Row title={hireTitle}>
      <p className="max-w-measure">{hireText}</p>
    </Row>
  ) : null
}
