import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DraftsOnlyContext, ReadOnlyContext } from '#admin/session/use-auth.ts'
import { useUntilPublished } from './proposals.tsx'

const Words = () => `Visitors see the previous version ${useUntilPublished('them')}.`

test('only people who can publish read that they do', () => {
  const words = (readOnly: boolean, draftsOnly: boolean) =>
    renderToStaticMarkup(
      <ReadOnlyContext value={readOnly}>
        <DraftsOnlyContext value={draftsOnly}>
          <Words />
        </DraftsOnlyContext>
      </ReadOnlyContext>,
    )
  expect(words(false, false)).toBe('Visitors see the previous version until you publish.')
  for (const those of [words(true, false), words(false, true)])
    expect(those).toBe('Visitors see the previous version until a colleague publishes them.')
})
