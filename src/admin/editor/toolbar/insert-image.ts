import type { Editor } from '@tiptap/react'

/** Inserts a picture at the cursor: into an empty paragraph, or as a paragraph of its own after the current one. */
export function insertImage(editor: Editor, image: { src: string; alt: string }) {
  const { $to } = editor.state.selection
  const node = { type: 'image', attrs: image }
  const inEmpty = $to.parent.type.name === 'paragraph' && $to.parent.content.size === 0
  const chain = editor.chain().focus()
  if (inEmpty) chain.insertContent(node).run()
  else chain.insertContentAt($to.after(), { type: 'paragraph', content: [node] }).run()
}
