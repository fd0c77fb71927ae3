import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
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

/** Takes the selection of a press that the editor has not seen yet. Marks that arrive at that moment would put the former one back. */
function readSelection(view: EditorView) {
  const { doc, selection, tr } = view.state
  const shown = window.getSelection()
  if (!view.hasFocus() || !(selection instanceof TextSelection) || !shown?.anchorNode || !shown.focusNode) return
  if (!view.dom.contains(shown.anchorNode) || !view.dom.contains(shown.focusNode)) return
  const anchor = doc.resolve(view.posAtDOM(shown.anchorNode, shown.anchorOffset))
  const head = doc.resolve(view.posAtDOM(shown.focusNode, shown.focusOffset))
  const pressed = TextSelection.between(anchor, head)
  if (!pressed.eq(selection)) view.dispatch(tr.setSelection(pressed))
}

/** Marks words in an editor while the component is mounted. */
export function useMarkedWords(editor: Editor | undefined, given: Given, handlers: Handlers) {
  const onPress = useEffectEvent(handlers.onPress)
  const onKey = useEffectEvent(handlers.onKey)
  const onCursor = useEffectEvent(handlers.onCursor)
  const onMoved = useEffectEvent(() => requestAnimationFrame(handlers.onMoved))
  const give = useEffectEvent(() => {
    if (editor) {
      readSelection(editor.view)
      editor.view.dispatch(giveMarks(editor.state, given))
    }
    requestAnimationFrame(() => {
      handlers.onMoved()
      // The cursor may be in words that were not marked yet.
      if (editor?.isFocused) handlers.onCursor()
    })
  })

  useEffect(() => {
    if (!editor) return
    const plugin = remarkMarks({ onPress: (id) => onPress(id), onKey: (event) => onKey(event) })
    readSelection(editor.view)
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
