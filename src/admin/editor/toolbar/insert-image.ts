import type { Editor } from '@tiptap/react'
import type { PictureSize } from '#content/markup/classes.contract.ts'

type InsertedImage = { src: string; alt: string; title: string | null; size: PictureSize | null }

/** Inserts pictures at the cursor: into an empty paragraph, or as a new paragraph after the current one. Several are a gallery. */
export function insertImages(editor: Editor, images: InsertedImage[]) {
  const { $to } = editor.state.selection
  const nodes = images.map((attrs) => ({ type: 'image', attrs }))
  const inEmpty = $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0
  const chain = editor.chain().focus()
  if (inEmpty) chain.insertContent(nodes).run()
  else chain.insertContentAt($to.after(), { type: 'paragraph', content: nodes }).run()
}
