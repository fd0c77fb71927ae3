import { lazy, Suspense } from 'react'
import type { AnyPieces } from '#admin/fields/fields.ts'
import { Spinner } from '#ui/spinner.tsx'
import { type ComparedProps, ComparedTexts } from './compared-texts.tsx'

/** Most forms have no rich text, so its parser is loaded only when needed. */
const ComparedContent = lazy(() => import('./compared-content.tsx'))

type ComparedValuesProps = ComparedProps & {
  /** Whether the value is Markdown or HTML. */
  rich: boolean
  /** How each line is read, which is an object. */
  pieces?: AnyPieces | undefined
}

/** Two versions of a field's value side by side. */
export const ComparedValues = ({ rich, pieces, ...props }: ComparedValuesProps) =>
  rich || pieces ? (
    <Suspense fallback={<Spinner />}>
      <ComparedContent {...props} pieces={pieces} />
    </Suspense>
  ) : (
    <ComparedTexts {...props} />
  )
