import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { render } from '#testing/render.ts'
import { rendererVersion } from './stored-rendering.ts'

/** A source with every feature. */
const source = `# A title

"It's *emphasis*", 1-2 words... ~~past~~, \`code\`[^1], <kbd>K</kbd> and www.example.com.[^1]

- [ ] a task
- [ours](https://we.test/x), [theirs](https://o.test/x), [below](#costs)

![Ours](/media/0123456789abcdef-1000x500.webp "A caption") ![<Theirs>](https://o.test/a.png)

![Theirs](https://o.test/a.png "A caption")

| A | B |
|---|:-:|
| 1 | 2 |

\`\`\`ts
const a: number = 1 // one
\`\`\`

## Costs

<p style="text-align: center">In the <span class="color-teal">middle</span></p>

<details><summary>More</summary>

1. One

</details>

> [!NOTE]
> A callout.

![One](/media/0123456789abcdef-1000x500.webp) ![Two](/media/0123456789abcdef-1000x500.webp)

https://youtu.be/dQw4w9WgXcQ

[^1]: A note.
`

test('different HTML needs a new version, so that stored texts are rendered again', () => {
  const { html, headings } = render(source, { siteOrigin: 'https://we.test' })
  const renders = createHash('sha256')
    .update(JSON.stringify([html, headings]))
    .digest('hex')
    .slice(0, 16)
  // After a change of the output, also by a package update: increase `rendererVersion`, and update both values here.
  expect({ version: rendererVersion, renders }).toEqual({ version: 8, renders: 'f6f5452327842a02' })
})
