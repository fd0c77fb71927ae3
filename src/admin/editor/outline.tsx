import type { Heading } from '#contract/fields.ts'

/** Moves to a heading of the text in the visual view. */
function goTo({ text }: Heading) {
  const headings = document.querySelectorAll('.focus-mode .ProseMirror :is(h1, h2, h3)')
  const found = [...headings].find((element) => element.textContent?.replace(/\s+/g, ' ').trim() === text)
  found?.scrollIntoView({ block: 'start' })
}

/** The headings of the text; each leads to its place. */
export const Outline = ({ headings }: { headings: Heading[] }) => (
  <nav aria-label="Outline" className="focus-mode-outline">
    <ol>
      {headings.map((heading) => (
        <li key={heading.id} className={heading.depth > 2 ? 'pl-3' : undefined}>
          <button type="button" onClick={() => goTo(heading)}>
            {heading.text}
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
