import { useState } from 'react'

/** A message with more characters or lines is collapsed at first. */
const isLong = (text: string) => text.length > 600 || text.split('\n').length > 8

/** A visitor's message with its line breaks. */
export function ContactMessage({ text }: { text: string }) {
  const [whole, setWhole] = useState(!isLong(text))
  return (
    <>
      <p className={`mt-2.5 max-w-[80ch] wrap-anywhere whitespace-pre-line ${whole ? '' : 'line-clamp-6'}`}>{text}</p>
      {!whole && (
        <button type="button" className="link mt-1 text-small" onClick={() => setWhole(true)}>
          Show the whole message
        </button>
      )}
    </>
  )
}
