/**
 * The first link of every page. It moves the focus itself, since `#main` would be a route in hash mode; without scripts the browser
 * follows it like any anchor.
 */
export function SkipLink({ to }: { /** The id of the element that receives the focus. */ to: string }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
      className="fixed top-3 left-gutter z-50 -translate-y-24 rounded-control bg-primary px-5 py-3 text-small font-[560] text-on-primary focus-visible:translate-y-0"
    >
      Skip to content
    </a>
  )
}
