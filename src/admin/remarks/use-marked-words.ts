import type { Editor } from '@tiptap/react'
import { useEffect, useEffectEvent } from 'react'
import { type Given, giveMarks, lacksMarks, marksKey, remarkMarks } from './remark-marks.ts'

/** How long after a change words that are gone are looked for, in ms: they may have been moved, or an undo brought them back. */
const pause = 500

type Handlers = {
  /** The words of a remark were pressed. */
  onPress: (id: string) => void
  onKey: (event: KeyboardEvent) => boolean
  onCursor: () => void
  /** Marked words may be at another place on the screen. */
  onMoved: () => void
}

/** Marks words in an editor while the component is mounted. */
export function useMarkedWords(editor: Editor | undefined, given: Given, handlers: Handlers) {
  const onPress = useEffectEvent(handlers.onPress)
  const onKey = useEffectEvent(handlers.onKey)
  const onCursor = useEffectEvent(handlers.onCursor)
  const onMoved = useEffectEvent(() => requestAnimationFrame(handlers.onMoved))
  const give = useEffectEvent(() => {
    if (editor) editor.view.dispatch(giveMarks(editor.state, given))
    onMoved()
  })

  useEffect(() => {
    if (!editor) return
    const plugin = remarkMarks({ onPress: (id) => onPress(id), onKey: (event) => onKey(event) })
    editor.registerPlugin(plugin, (own, others) => [own, ...others])
    let timer: ReturnType<typeof setTimeout> | undefined
    const onTransaction = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (!transaction.docChanged) return
      onMoved()
      clearTimeout(timer)
      timer = setTimeout(() => lacksMarks(editor.state) && give(), pause)
    }
    const onSelection = () => onCursor()
    editor.on('transaction', onTransaction).on('selectionUpdate', onSelection)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', onTransaction).off('selectionUpdate', onSelection)
      if (!editor.isDestroyed) editor.unregisterPlugin(marksKey)
    }
  }, [editor])

  const signature = JSON.stringify(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks of this signature
  useEffect(() => give(), [editor, signature])
}
